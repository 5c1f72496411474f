"""What a deal is worth and when a game ends, for games in which somebody bids."""

from __future__ import annotations

from dataclasses import dataclass

from tests.opinions.table import DRAW, Before, Deal, Paid, Pair, Table


@dataclass(frozen=True, kw_only=True)
class BidTable(Table):
    """A table at which the number bid is that of the books over six. What it pays is for each game to say."""

    falls: bool = False  # a side that is as far below nothing as the goal is above has lost
    three_books: bool = False  # for a revoke three books pass over, or all if there are fewer
    declarers_first: bool = False  # if both sides come to the goal at once

    def needed(self, deal: Deal) -> int:
        """Return the books that fulfil the contract."""
        return 6 + deal.bid.level

    def times(self, deal: Deal) -> int:
        """Return by what everything is multiplied at no trump."""
        return 2 if self.doubled and not deal.trump else 1

    def made(self, deal: Deal, books: Pair) -> Pair:
        """Return what a bid that was made pays both sides."""
        return ((books[0] - 6) * self.times(deal), 0)

    def set(self, deal: Deal, books: Pair) -> Pair:
        """Return what a bid that was lost pays both sides."""
        return (-deal.bid.level * self.times(deal), 0)

    def besides(self, deal: Deal, books: Pair) -> Pair:
        """Return what is paid whatever became of the bid."""
        over_six = max(0, books[1] - 6) * self.times(deal)
        return (0, over_six if self.defenders_score else 0)

    def above_the_line(self, deal: Deal, books: Pair) -> Pair:
        """Return what is settled with the rubber only."""
        return (0, 0)

    def wins(self, side: int, totals: Pair, made: bool) -> bool:
        """Whether a side has won the game by its score."""
        return totals[side] >= self.goal

    def stands(self, totals: Pair) -> bool:
        return not any(self.wins(side, totals, True) or self.lost(side, totals) for side in (0, 1))

    def lost(self, side: int, totals: Pair) -> bool:
        """Whether a side has lost the game by its score."""
        return self.falls and totals[side] <= -self.goal

    def ruled(self, books: int, revokes: str) -> Pair:
        both = [books, self.in_all - books]
        for who in revokes if self.three_books else "":
            one, other = (0, 1) if who == "b" else (1, 0)
            if both[one] >= 3:
                both[one], both[other] = both[one] - 3, both[other] + 3
            else:
                both[one], both[other] = 0, self.in_all
        return (both[0], both[1])

    def fulfilled(self, deal: Deal, books: int, revokes: str) -> bool:
        return self.ruled(books, revokes)[0] >= self.needed(deal)

    def settle(self, deal: Deal, books: int, revokes: str, before: Before, honours: int) -> Paid:
        both, made = self.ruled(books, revokes), self.fulfilled(deal, books, revokes)
        worth = self.made(deal, both) if made else self.set(deal, both)
        if made and self.score_the_bid:
            worth = (deal.bid.level * self.times(deal), worth[1])
        by_penalty = made and books < self.needed(deal)  # the old laws of the slam don't count penalty tricks
        fourfold = 4 if self.boston and deal.bid.level == 7 and not by_penalty else 1
        more = self.besides(deal, both)
        points = (worth[0] * fourfold + more[0], worth[1] * fourfold + more[1])
        return Paid(points, self.ended(points, made, revokes, before), self.above_the_line(deal, both))

    def ended(self, points: Pair, made: bool, revokes: str, before: Before) -> int | None:
        """Return who has won the game by a deal that gave these points, None while it goes on."""
        totals = (before.totals[0] + points[0], before.totals[1] + points[1])
        if self.fixed_deals:
            return None if before.number < self.fixed_deals else higher(totals)
        offences = revokes.count("b") - revokes.count("d")
        if self.renege_loses and offences:
            return 1 if offences > 0 else 0
        losers = [side for side in (0, 1) if self.lost(side, totals)]
        if self.two_sets and not made and before.sets[0] + 1 == 3:
            losers.append(0)
        winners = [side for side in (0, 1) if self.wins(side, totals, made) or 1 - side in losers]
        if len(winners) == 2:
            assert self.declarers_first, "both sides win at once"
            return 0
        return winners[0] if winners else None


def higher(totals: Pair) -> int:
    """Return the side with the higher total."""
    return DRAW if totals[0] == totals[1] else 0 if totals[0] > totals[1] else 1
