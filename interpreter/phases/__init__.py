"""The phases of a deal: one module a verb, one row each in this table."""

from __future__ import annotations

from collections.abc import Mapping

from interpreter.model import BidPhase, ChoosePhase, DealPhase, ExchangePhase, Phase, PlayPhase
from interpreter.phases import auction, choose, deal, exchange, play
from interpreter.phases.verb import Ending, Verb

__all__ = ["VERBS", "Ending", "Verb"]

VERBS: Mapping[type[Phase], Verb] = {
    DealPhase: deal.VERB,
    BidPhase: auction.VERB,
    ChoosePhase: choose.VERB,
    ExchangePhase: exchange.VERB,
    PlayPhase: play.VERB,
}
