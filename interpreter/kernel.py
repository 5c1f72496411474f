"""The hot loops, fed by tables alone: whole deals by chance or by rules, and double dummy. (One module: see below.)

Everything here is in the subset of Python that numba compiles; imported as it is, it runs as plain Python, and
`interpreter.machine` compiles a copy. It is one module, and long, since numba's cache follows only the file that a
compiled function stands in. Nothing here knows a game: `interpreter.packing` packs the tables, `interpreter.simulate`
and `interpreter.double_dummy` unpack the answers.

Its parts, each under a heading of that name:

- Compiled or plain: what differs between the two
- Chance: the generator
- Arrays: where things stand in what is handed in and what comes back
- Dealing: shuffles, hands as masks, notes of decisions
- Estimates: what the rule player expects of a hand
- The auction: the rule player's calls, and everybody's
- Choices and exchanges: naming, burying, drawing
- The rule player's cards: leads, answers, first leads that fill the contract
- Whole deals: playing all tricks, a deal, many of them
- Double dummy: quick tricks, moves in a good order, the table of positions, the search
- Worlds: who may hold what a seat hasn't seen
- Trying out: actions in worlds, the rule player finishing the deal

Names that stand everywhere: `g` is the game's array and `m` what the rule player makes of the game; `k` what all seats
have seen of the play, `w` where its weights stand in `m`; `p` is a double dummy problem. `how` says how a deal is to be
played, `deck` and `hands` are its cards, `out` its account, `trace` its decisions, `state` the generator's state.

What to mind when changing it:

- Every number is a signed 64-bit integer: overflow is undefined once compiled. Masks stay below 2**62, and the
  generator needs no unsigned arithmetic: multiply-with-carry keeps its state and its products below 2**62.
- Arrays are flat, and hold integers only: tuples and lists in plain Python, NumPy arrays when compiled. Bounds aren't
  checked in compiled code; the tests run once with NUMBA_BOUNDSCHECK=1.
- No function calls itself: a cached recursive call with a literal argument has aborted the next process.
- What Python calls is `fast`, all else `part` or `inlined`: wrappers and a cache of their own would cost half the time
  that compiling takes.
- No explicit signatures: they would compile at import.
"""

from __future__ import annotations

from collections.abc import Callable, MutableSequence, Sequence
from importlib import import_module
from typing import Any, TypeVar

Function = TypeVar("Function", bound=Callable[..., Any])
Ints = Sequence[int]
Array = MutableSequence[int]

COMPILED_NAME = "interpreter.kernel_compiled"
"""This file is compiled when it is loaded under that name (see `interpreter.machine`)."""


# ---- Compiled or plain
#
# To the type checker numba is Any, so that it needn't be there.

COMPILED = __name__ == COMPILED_NAME
if COMPILED:
    numba: Any = import_module("numba")
    numpy: Any = import_module("numpy")


def fast(function: Function) -> Function:
    """Compile a function when it is first called, and keep what was compiled for the next process where that can be."""
    if not COMPILED:
        return function
    try:
        made: Function = one_for_all(numba.njit(cache=True, nogil=True)(function))
    except RuntimeError:  # no folder can be written to: neither beside this file nor NUMBA_CACHE_DIR
        made = one_for_all(numba.njit(nogil=True)(function))
    return made


def part(function: Function) -> Function:
    """Compile a function that only others here call; it is kept with them."""
    if not COMPILED:
        return function
    made: Function = one_for_all(numba.njit(nogil=True, no_cpython_wrapper=True, no_cfunc_wrapper=True)(function))
    return made


def one_for_all(dispatcher: Any) -> Any:
    """Let a function be compiled once for all numbers, not again for each that stands in a call of it."""
    template = dispatcher.get_call_template
    dispatcher.get_call_template = lambda args, kws: template(tuple(map(numba.types.unliteral, args)), kws)
    return dispatcher


def inlined(function: Function) -> Function:
    """Compile a function into those that call it."""
    made: Function = numba.njit(forceinline=True)(function) if COMPILED else function
    return made


def array(values: Ints) -> Any:
    """Return numbers as the kernel reads them."""
    return numpy.array(values, numpy.int64) if COMPILED else tuple(values)


def zeros(count: int) -> Any:
    """Return room for so many numbers."""
    return numpy.zeros(count, numpy.int64) if COMPILED else [0] * count


def from_lowest(mask: int, place: int) -> int:
    """Return the bit at a place of a mask, counted from the lowest."""
    while place:
        mask &= mask - 1
        place -= 1
    return mask & -mask


size: Callable[[int], int] = int.bit_count
"""How many bits of a mask are set."""
top: Callable[[int], int] = lambda mask: mask.bit_length() - 1  # noqa: E731  # the compiled one takes its place below
"""The number of the highest bit set of a mask that isn't 0."""
taken_at: Callable[[int, int], int] = from_lowest
borrowed: Callable[[Any], Any] = lambda numbers: numbers  # noqa: E731
"""An array that nobody counts references to, the caller keeping the memory: counting cost more than half the time."""
bare: Callable[[Any], Any] = borrowed
"""A borrowed array's address alone: no length, no slices, no places from its end. A fifth faster where it counts."""

if COMPILED:
    intrinsic: Any = import_module("numba.extending").intrinsic
    ir: Any = import_module("llvmlite.ir")
    features: Any = import_module("llvmlite.binding").get_host_cpu_features()
    word = numba.types.int64

    def count_bits(context: Any, mask: Any) -> Any:
        """Emit the machine's own count."""
        return word(word), lambda context, builder, signature, args: builder.ctpop(args[0])

    def find_top(context: Any, mask: Any) -> Any:
        """Emit the machine's own search."""

        def emit(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            leading = builder.ctlz(args[0], ir.Constant(ir.IntType(1), 1))
            return builder.sub(ir.Constant(args[0].type, 63), leading)

        return word(word), emit

    def deposit(context: Any, bits: Any, mask: Any) -> Any:
        """Emit the instruction that lays bits out over those that are set in a mask (BMI2)."""

        def emit(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            long = args[0].type
            pdep = ir.FunctionType(long, (long, long))
            return builder.call(builder.module.declare_intrinsic("llvm.x86.bmi.pdep.64", (), pdep), args)

        return word(word, word), emit

    def borrow(context: Any, numbers: Any) -> Any:
        """Emit a copy of the array's head without the counter."""

        def emit(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            view = context.make_array(signature.args[0])(context, builder, args[0])
            view.meminfo = ir.Constant(view.meminfo.type, None)
            view.parent = ir.Constant(view.parent.type, None)
            return view._getvalue()

        return numbers(numbers), emit

    def point(context: Any, numbers: Any) -> Any:
        """Emit the address of the array's first number."""

        def emit(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return context.make_array(signature.args[0])(context, builder, args[0]).data

        return numba.types.CPointer(word)(numbers), emit

    size, top, borrowed, bare, deposited = map(intrinsic, (count_bits, find_top, borrow, point, deposit))
    if numba.config.BOUNDSCHECK:
        bare = borrowed  # what is to be checked needs a length
    if features.get("bmi2"):
        taken_at = inlined(lambda mask, place: deposited(1 << place, mask))
    else:
        taken_at = inlined(from_lowest)


# ---- Chance
#
# Multiply-with-carry, base 2**32. The state is below 2**62; its low half is the random number.

CARRY = 698769069
LOW = 0xFFFFFFFF
HASH = 0x45D9F3B


@part
def scattered(number: int) -> int:
    """Return a 32-bit hash of a 32-bit number."""
    number = (((number >> 16) ^ number) * HASH) & LOW
    number = (((number >> 16) ^ number) * HASH) & LOW
    return (number >> 16) ^ number


@fast
def keyed(seed: int) -> int:
    """Return what `seeded` needs of a run's seed, a number below 2**62."""
    return scattered((seed & LOW) ^ scattered(((seed >> 32) & LOW) + 1))


@fast
def seeded(key: int, number: int) -> int:
    """Return the generator's state for one deal of a run, by the deal's number (below 2**62)."""
    low = scattered((number & LOW) ^ key)
    high = scattered((low + (number >> 32) + HASH) & LOW)
    return ((high & 0x1FFFFFFF) << 32) + low + 1


# ---- Arrays
#
# A game is one array: sizes first, then where each of its tables begins, then the tables, their rows end to end.
(
    CARDS, EACH, CONTRACTS, STEPS, PACK_ORDER, BIDS, OPEN, FINAL_PASS, ALL_PASS, DRAWS, CREDIT, CREDIT_OTHERS,
    BOOKS, RUNGS, NO_POINTS, OPENING, KITTY_BACK, OUT_BACK, SLOTS,
) = range(19)  # fmt: skip
(
    BIT, CARD_AT, FOLLOW, LANE, TRUMP, PLAIN, RUNG, FREE, SPACE_OF, STEP_AT, WHO, MASK, FIRST_CALL, CALL,
    AFTER, FIRST_OPTION, OPTION, START, LEADER, OPENING_AT, WORTH, POINTS, FIELD, RIGHT, SHARE, SUITS, AHEAD, NONE_OF,
    FIRST_FINAL, FINAL, SLOT_OF, SLOT_SPACE, SLOT_CLASS, FIRST_WAY, WAY, CALL_CODE,
) = range(19, 55)  # fmt: skip
TABLES = 55
# What the rule player makes of the rules is another array, of the same kind: where its tables begin, then they.
ESTIMATE, VALUE, NEED, PASSING, LEANING, WEIGHT, WIDTH = range(7)
MIND = 8
# A step of the flow: its verb, then for exchanges what it takes, gives, where to and where it draws from.
STEP = 5
BID, CHOOSE, TAKE, GIVE = 0, 1, 2, 3
KITTY_ZONE = 4
GAVE = 6
OWNERS = 10
ROOM = 64
LANES = 5
# Who plays a seat: chance, the rule player, or one that bids like it and plays the highest card that it may.
RANDOM, RULES, HIGHEST = 0, 1, 2
# How a deal can end.
PLAYED, PASSED, REDEALT = 0, 1, 2
# Where things stand in what a deal returns; behind them is room to work in.
(
    OUTCOME, CONTRACT, DECLARER, BOOKS_OF, BOOKS_OTHERS, POINTS_OF, POINTS_OTHERS, MADE, DEALER, CALLS, FIRST_BIDDER,
    BIDS_MADE, BIDDERS, CALLED_FIRST, CALLS_CHECK, CARDS_CHECK, NOTED,
) = range(17)  # fmt: skip
ROW = 16
SLOT_BID, SHARES_BID, SLOT_PLAYED, SHARES_PLAYED, BOOKS_PLAYED, ESTIMATE_BID, LEAN_BID, PASSES, GIVEN = range(17, 26)
LATEST, SPOKEN, WEIGHED, PLAN = 26, 30, 34, 38
HELD_AT = PLAN + 7 * ROOM
HANDS_WEIGHED = 5
"""Last stand the worths of so many hands, `SLOTS` numbers each: of the hand that is decided on, then of each seat's."""
# Where things stand in how a deal is to be played: a contract below 0 is auctioned; `calm` of 256 passes are sure; so
# many calls of the auction are made already, which stand last.
(
    SEED, NUMBER, DEALER_NOW, DEALER_ALWAYS, CONTRACT_NOW, DECLARER_NOW, CALM, CLASS_NOW, TRACE, MIXED, REPORT,
    TURNED, PLAYER,
) = range(13)  # fmt: skip
SCRIPTED, SCRIPT, MOST_CALLS = 17, 18, 240
HOW = SCRIPT + MOST_CALLS
# What is written of a deal that was tried out.
(TRIED_OUTCOME, TRIED_CONTRACT, TRIED_DECLARER, TRIED_BOOKS) = range(4)
TRIED = 4
# What is reported of deals.
IN_SUMS, IN_ROWS, OF_CLASS, OF_PASSES = 0, 1, 2, 3
NOTE = 4
# What all seats see of the play: the trick, what is gone, what each seat can't hold, and the lane it led first.
SEEN_SPACE, SEEN_DECLARER, LED_NOW, BEST_NOW, WINNER_NOW, TURN_NOW, LEFT_NOW, WORTH_NOW, GONE = range(9)
LACKS, LED_FIRST, SEEN = 9, 13, 17
# An estimate adds up a hand's lanes: so many cards (4 bits) and which of its five highest (5 bits) lead to a number,
# in thousandths of a book, by kind: the trump lane, then the others by how many trumps there are beside them.
CELL, CELLS, KINDS, STAGES = 9, 512, 5, 2
DEALT, HELD = 0, 1
BUCKETS = 256
"""So many steps of expected books, `WIDTH` thousandths wide, have a value each."""
NONE_WIDTH, NONE_PARTS = 64, 32
SITUATIONS, FACTORS, LEANS = 12, 3, 6
PASS_SUMS, CLASS_ROW = 9, 5


# ---- Dealing


@fast
def shuffle(cards: Array, count: int, state: int) -> int:
    """Fill an array with the numbers below `count` in random order; return the generator's state."""
    half = state & LOW
    cards[0] = 0
    for card in range(1, count):
        state = CARRY * half + (state >> 32)
        half = state & LOW
        place = (half * (card + 1)) >> 32
        cards[card] = cards[place]
        cards[place] = card
    return state


@part
def shuffle_draws(g: Ints, deck: Array, state: int) -> int:
    """Put the order in which hidden cards are drawn behind the deck; return the generator's state."""
    order = deck[ROOM : 2 * ROOM]
    state = shuffle(order, g[CARDS], state)
    for place in range(g[CARDS]):
        deck[ROOM + place] = order[place]
    return state


@part
def chance_of(how: Ints, seat: int, decision: int) -> int:
    """Return the generator's state for one decision beside others than chance: each has a stream of its own."""
    return seeded(scattered((keyed(how[SEED]) + 4 * decision + seat + 1) & LOW), how[NUMBER])


@part
def turn_deck(cards: Array, count: int, dealer: int) -> None:
    """Move the cards of each round of the deal so that a seat's hand is the same whoever deals."""
    by = (dealer + 1) & 3
    if by == 0:
        return
    for start in range(0, count, 4):
        one = cards[start]
        two = cards[start + 1]
        three = cards[start + 2]
        four = cards[start + 3]
        cards[start + ((0 - by) & 3)] = one
        cards[start + ((1 - by) & 3)] = two
        cards[start + ((2 - by) & 3)] = three
        cards[start + ((3 - by) & 3)] = four


@part
def mixed_in(check: int, number: int) -> int:
    """Return a 32-bit check of a row of numbers, each below 2**30, from the check of those before and the next one.

    Only rows tell checks; where sums are reported nobody counts them.
    """
    return (check * 1000003 + number + 1) & LOW


@part
def note(trace: Array, at: int, seat: int, space: int, legal: int, chosen: int) -> int:
    """Write a decision down: who, in which space (-1: no card), what was legal (there a number), what was chosen."""
    trace[at] = seat
    trace[at + 1] = space
    trace[at + 2] = legal
    trace[at + 3] = chosen
    return at + NOTE


@part
def moved(g: Ints, mask: int, source: int, target: int) -> int:
    """Return a mask of cards in the bits of another space."""
    if source == target:
        return mask
    found = 0
    while mask:
        bit = top(mask)
        mask ^= 1 << bit
        found |= g[g[BIT] + target * ROOM + g[g[CARD_AT] + source * ROOM + bit]]
    return found


# ---- Estimates
#
# What the rule player expects. A hand's shares are its lanes' cells, each in a field of its own, the trump lane first.


@part
def shares_dealt(g: Ints, deck: Array, space: int, first: int) -> int:
    """Return the shares of the hand that is dealt the card at `first`."""
    share = g[SHARE] + space * ROOM
    shares = 0
    for place in range(first, 4 * g[EACH], 4):
        shares += g[share + deck[place]]
    return shares


@part
def cell_of(g: Ints, at: int, cards: int) -> int:
    """Return the cell of one lane's cards; `at` is the lane's place among all lanes of all spaces."""
    right = g[g[RIGHT] + at]
    highest = cards >> right if right >= 0 else cards << -right
    return min(size(cards), 15) | highest << 4


@part
def shares_held(g: Ints, space: int, hand: int) -> int:
    """Return the shares of a hand."""
    shares = 0
    for lane in range(LANES):
        at = space * LANES + lane
        shares |= cell_of(g, at, hand & g[g[FIELD] + at]) << (CELL * lane)
    return shares


@part
def estimated(m: Ints, kind: int, stage: int, shares: int) -> int:
    """Return the books that a side should take whose declarer holds such a hand, under a class of contracts."""
    base = m[ESTIMATE] + (kind * STAGES + stage) * KINDS * CELLS
    books = m[base + (shares & (CELLS - 1))]
    base += (1 + min((shares & 15) >> 1, KINDS - 2)) * CELLS
    for _ in range(LANES - 1):
        shares >>= CELL
        books += m[base + (shares & (CELLS - 1))]
    return books


@part
def from_step(g: Ints, step: int, contract: int) -> int:
    """Return where it is listed what a contract can still become from a step of the flow on."""
    return step * g[CONTRACTS] + contract


@part
def prospect(g: Ints, m: Ints, ahead: int, out: Array, at: int, lean: int, kind: int) -> tuple[int, int]:
    """Return the value of the best contract that lies ahead, in hundredths of a point, and which it is.

    What lies ahead is given by `from_step`. The estimates stand in `out` from `at` on; `lean` is added to them.
    Contracts that should be made come first. A kind of 0 or more leaves only the contracts of that class.
    """
    best = -(1 << 60)
    found = -1
    sure = False
    for place in range(g[g[FIRST_FINAL] + ahead], g[g[FIRST_FINAL] + ahead + 1]):
        final = g[g[FINAL] + place]
        slot = g[g[SLOT_OF] + final]
        if kind >= 0 and g[g[SLOT_CLASS] + slot] != kind:
            continue
        books = out[at + slot] + lean
        value = m[m[VALUE] + final * BUCKETS + max(0, min(BUCKETS - 1, books // m[WIDTH]))]
        makes = books >= m[m[NEED] + final]
        if (makes and not sure) or (makes == sure and value > best):
            best = value
            found = final
            sure = makes
    return best, found


@part
def weigh_dealt(g: Ints, m: Ints, deck: Array, first: int, stage: int, out: Array, at: int) -> None:
    """Write down what the hand dealt from `first` on is worth in every slot."""
    for slot in range(g[SLOTS]):
        shares = shares_dealt(g, deck, g[g[SLOT_SPACE] + slot], first)
        out[at + slot] = estimated(m, g[g[SLOT_CLASS] + slot], stage, shares)


@part
def weigh_held(g: Ints, m: Ints, space: int, ahead: int, hand: int, gave: int, stage: int, out: Array, at: int) -> None:
    """Write down what a hand is worth in the slots that lie ahead; cards too many are thought away."""
    for place in range(g[g[FIRST_FINAL] + ahead], g[g[FIRST_FINAL] + ahead + 1]):
        slot = g[g[SLOT_OF] + g[g[FINAL] + place]]
        there = g[g[SLOT_SPACE] + slot]
        cards = moved(g, hand, space, there)
        left = size(cards) - g[EACH]
        if left > 0:
            hidden = moved(g, gave, space, there)
            away, _ = to_bury(g, m, there, g[g[SLOT_CLASS] + slot], cards, cards, hidden, left, out)
            cards &= ~away
        out[at + slot] = estimated(m, g[g[SLOT_CLASS] + slot], stage, shares_held(g, there, cards))


@part
def lowest_of(cards: int, count: int) -> int:
    """Return the lowest cards of a mask, so many of them."""
    found = 0
    while count > 0 and cards != 0:
        card = cards & -cards
        cards ^= card
        found |= card
        count -= 1
    return found


@part
def to_bury(
    g: Ints, m: Ints, space: int, kind: int, hand: int, legal: int, gave: int, left: int, out: Array
) -> tuple[int, int]:
    """Return the cards to give away, so many of the legal ones, and one of them to begin with.

    Idle cards go first, then those that leave the best lanes. Winners of plain lanes go only where nothing else is
    left, and trumps after them. `gave` are cards that nobody has.
    """
    at = space * LANES
    trump = g[g[TRUMP] + space]
    elsewhere = ((1 << g[CARDS]) - 1) & ~(hand | gave)
    suited = g[g[SUITS] + space]
    found = lowest_of(legal & ~suited, left)
    left -= size(found)
    if left == 0:
        return found, found & -found
    loose = 0
    for lane in range(LANES):
        mask = g[g[FIELD] + at + lane]
        if mask == 0 or mask == trump:
            continue
        others = elsewhere & mask
        if others != 0:
            loose |= hand & mask & ~(-1 << (top(others) + 1))
    loose &= legal
    if size(loose) <= left:
        left -= size(loose)
        winners = lowest_of(legal & suited & ~trump & ~loose, left)
        trumps = lowest_of(legal & trump, left - size(winners))
        first = lowest_of(found if found else loose if loose else winners if winners else trumps, 1)
        return found | loose | winners | trumps, first
    # the best way to take so many from the lanes: the first row of the plan holds the best sums so far, the others how
    # many cards of each lane go
    row = m[ESTIMATE] + ((kind * STAGES + HELD) * KINDS + 1 + min(size(hand & trump) >> 1, KINDS - 2)) * CELLS
    for count in range(left + 1):
        out[PLAN + count] = -(1 << 40)
    out[PLAN] = 0
    worths = PLAN + 6 * ROOM
    for lane in range(LANES):
        mask = g[g[FIELD] + at + lane]
        cards = hand & mask
        may = loose & mask
        most = min(size(may), left) if mask != trump else 0
        if mask != trump and mask != 0:
            for count in range(most + 1):
                out[worths + count] = m[row + cell_of(g, at + lane, cards)]
                cards ^= may & -may
                may &= may - 1
        else:
            out[worths] = 0
        for count in range(left, -1, -1):
            best = out[PLAN + count] + out[worths]
            take = 0
            for some in range(1, min(most, count) + 1):
                sum_ = out[PLAN + count - some] + out[worths + some]
                if sum_ > best:
                    best = sum_
                    take = some
            out[PLAN + count] = best
            out[PLAN + (lane + 1) * ROOM + count] = take
    for lane in range(LANES - 1, -1, -1):
        take = out[PLAN + (lane + 1) * ROOM + left]
        found |= lowest_of(loose & g[g[FIELD] + at + lane], take)
        left -= take
    return found, found & -found


@part
def rule_give(
    g: Ints, m: Ints, space: int, ahead: int, hand: int, legal: int, gave: int, left: int, kind: int, out: Array
) -> int:
    """Return the card that the rule player gives away next, of `left` that it will give in all."""
    if legal & (legal - 1) == 0:
        return legal
    final = g[g[FINAL] + g[g[FIRST_FINAL] + ahead]]
    if g[g[FIRST_FINAL] + ahead + 1] - g[g[FIRST_FINAL] + ahead] > 1:
        weigh_held(g, m, space, ahead, hand, gave, HELD, out, HELD_AT)
        _, final = prospect(g, m, ahead, out, HELD_AT, 0, kind)
    slot = g[g[SLOT_OF] + final]
    there = g[g[SLOT_SPACE] + slot]
    cards = moved(g, hand, space, there)
    allowed = moved(g, legal, space, there)
    hidden = moved(g, gave, space, there)
    _, found = to_bury(g, m, there, g[g[SLOT_CLASS] + slot], cards, allowed, hidden, min(left, size(allowed)), out)
    return moved(g, found, there, space)


# ---- The auction


@part
def rule_call(
    g: Ints, m: Ints, step: int, calls: Ints, first: int, count: int, contract: int, out: Array, at: int,
    high: int, stands: int, later: int, lean: int,
) -> int:  # fmt: skip
    """Return the place among the legal calls of the one that the rule player makes.

    `high` is the standing call, `stands` who made it (0 nobody, 1 the partner, 2 an opponent), `later` how many seats
    haven't called yet, `lean` the place of what the calls so far add to the estimates.
    """
    best = -(1 << 60)
    chosen = -1
    forced = -(1 << 60)
    least = -1
    passing = -1
    other = -1
    more = m[m[LEANING] + lean]
    for place in range(count):
        call = calls[first + place]
        if call == 0:
            passing = place
        elif call > g[BIDS]:
            other = place
        else:
            ahead = from_step(g, step + 1, g[g[AFTER] + contract * g[BIDS] + call - 1])
            value, final = prospect(g, m, ahead, out, at, more, -1)
            if value > forced:
                forced = value
                least = place
            if value > best and out[at + g[g[SLOT_OF] + final]] + more >= m[m[NEED] + final]:
                best = value
                chosen = place
    if passing < 0 and other < 0:
        return chosen if chosen >= 0 else least
    quiet = 0
    if passing >= 0:
        quiet = pass_value(g, m, stands, later, strength(g, out, at), high)
    if other >= 0 and (passing < 0 or quiet < 0):
        passing = other
        quiet = 0
    return chosen if chosen >= 0 and best > quiet else passing


@part
def strength(g: Ints, out: Array, at: int) -> int:
    """Return the most books that a hand hopes for."""
    most = 0
    for slot in range(g[SLOTS]):
        most = max(most, out[at + slot])
    return most


@part
def pass_value(g: Ints, m: Ints, stands: int, later: int, hope: int, high: int) -> int:
    """Return what a pass is worth to the seat's side, in hundredths of a point."""
    at = m[PASSING] + (4 * stands + later) * FACTORS
    return m[at] + (m[at + 1] * hope + m[at + 2] * high) // 1000


@part
def lean_of(out: Array, seat: int) -> int:
    """Return what a seat has heard: whether its partner has passed or bid, and whether an opponent has bid."""
    heard = out[SPOKEN + ((seat + 2) & 3)]
    theirs = out[SPOKEN + ((seat + 1) & 3)] == 2 or out[SPOKEN + ((seat + 3) & 3)] == 2
    return 2 * heard + theirs


@part
def next_speaker(g: Ints, out: Array, seat: int, high: int) -> int:
    """Return who speaks next in an open auction, -1 if nobody may; `high` is the seat of the standing bid or -1."""
    for step in range(1, 4):
        other = (seat + step) & 3
        latest = out[LATEST + other]
        if other == high:
            continue
        if g[FINAL_PASS] == 1:
            if latest != 1 and latest != 2:
                return other
        elif high < 0 or latest != 1:
            return other
    return -1


@part
def auction(
    g: Ints, m: Ints, others: Ints, step: int, state: int, how: Ints, deck: Array, out: Array, trace: Array
) -> int:
    """Run an auction and leave contract, declarer and outcome in `out`; return the generator's state.

    Seats 0 and 2 call by what `m` makes of the game, seats 1 and 3 by `others`: a standing is another one for each.
    The latest calls stand in `out`: 0 none, 1 a pass since the standing bid, 2 an older one, 3 another call; and what
    each seat has done so far: 0 nothing, 1 passed, 2 bid.
    """
    dealer = how[DEALER_NOW]
    calm = how[CALM]
    standing = 0
    standing_seat = 0
    calls = 0
    contract = out[CONTRACT]
    seat = g[g[WHO] + step * 20 + 5 * dealer]
    at = out[NOTED]
    stage = g[g[AHEAD] + step]
    open_ = g[OPEN] != 0
    first_call = g[FIRST_CALL]
    call_at = g[CALL]
    bids = g[BIDS]
    mixed = how[MIXED]
    scripted = how[SCRIPTED]
    rows = how[REPORT] == IN_ROWS
    passes = how[REPORT] == OF_PASSES
    check = out[CALLS_CHECK]
    for other in range(4):
        out[LATEST + other] = 0
        out[SPOKEN + other] = 0
        out[WEIGHED + other] = 0
    while True:
        me = (seat - dealer) & 3
        last = calls >= 3  # nobody is left out of the first round
        stuck = last and standing == 0
        situation = first_call + ((standing * 4 + me) * 4 + standing_seat) * 4 + 2 * stuck + last
        first = g[situation]
        count = g[situation + 1] - first
        first += call_at
        chosen = 0
        if calls < scripted:
            while g[first + chosen] != how[SCRIPT + calls] and chosen < count - 1:
                chosen += 1
        elif how[PLAYER + seat] == RANDOM:
            if mixed:
                state = chance_of(how, seat, calls)
            state = CARRY * (state & LOW) + (state >> 32)
            if g[first] != 0 or (state & 255) >= calm:
                state = CARRY * (state & LOW) + (state >> 32)
                chosen = ((state & LOW) * count) >> 32
        else:
            mine = HELD_AT + (1 + seat) * g[SLOTS]
            if out[WEIGHED + seat] == 0:
                weigh_dealt(g, m, deck, (me - 1) & 3, stage, out, mine)
                out[WEIGHED + seat] = 1
            stands = 0 if standing == 0 else 1 + ((standing_seat ^ me) & 1)
            lean = lean_of(out, seat)
            later = max(0, 3 - calls)
            if count > 1:
                mind = m if seat & 1 == 0 else others
                chosen = rule_call(g, mind, step, g, first, count, contract, out, mine, standing, stands, later, lean)
            if passes and g[first + chosen] == 0:
                hope = strength(g, out, mine)
                out[PASSES] = note(trace, out[PASSES], seat, 4 * stands + later, hope, standing)
        call = g[first + chosen]
        calls += 1
        if rows:
            check = mixed_in(check, 4 * g[g[CALL_CODE] + call] + seat)
        if at >= 0:
            at = note(trace, at, seat, -1, count, chosen)
        if call > bids:
            out[OUTCOME] = REDEALT
            break
        if call > 0:
            if standing == 0:
                out[FIRST_BIDDER] = seat
                out[CALLED_FIRST] = calls - 1
            out[BIDS_MADE] += 1
            out[BIDDERS] |= 1 << seat
            if passes:
                out[LEAN_BID] = lean_of(out, seat)
            standing = call
            standing_seat = me
            if open_:
                for other in range(4):
                    if out[LATEST + other] == 1:
                        out[LATEST + other] = 2
            out[LATEST + seat] = 3
            out[SPOKEN + seat] = 2
        else:
            out[LATEST + seat] = 1
            if out[SPOKEN + seat] == 0:
                out[SPOKEN + seat] = 1
            if stuck:
                out[OUTCOME] = REDEALT if g[ALL_PASS] == 0 else PASSED
                break
        speaker = -1
        if not open_:
            if calls < 4:
                speaker = (seat + 1) & 3
        elif not stuck:
            speaker = next_speaker(g, out, seat, (standing_seat + dealer) & 3 if standing > 0 else -1)
        if speaker < 0:
            out[OUTCOME] = PLAYED
            out[CONTRACT] = g[g[AFTER] + contract * g[BIDS] + standing - 1]
            out[DECLARER] = (standing_seat + dealer) & 3
            if passes:
                mine = HELD_AT + (1 + out[DECLARER]) * g[SLOTS]
                ahead = from_step(g, step + 1, out[CONTRACT])
                _, final = prospect(g, m, ahead, out, mine, m[m[LEANING] + out[LEAN_BID]], -1)
                out[ESTIMATE_BID] = out[mine + g[g[SLOT_OF] + final]]
            break
        seat = speaker
    out[NOTED] = at
    out[CALLS] = calls
    out[CALLS_CHECK] = check
    return state


# ---- Choices and exchanges


@part
def rule_choice(
    g: Ints, m: Ints, step: int, options: Ints, first: int, count: int, out: Array, at: int, declaring: int, kind: int
) -> int:
    """Return the place of the option that the rule player names; against a declarer, what suits its own hand.

    Options are pairs of numbers, from `first` on; the second is the contract that an option makes.
    """
    chosen = 0
    best = -(1 << 61)
    for place in range(count):
        value, final = prospect(g, m, from_step(g, step + 1, options[first + 2 * place + 1]), out, at, 0, kind)
        if declaring == 0 and final >= 0:
            value = out[at + g[g[SLOT_OF] + final]]
        if value > best:
            best = value
            chosen = place
    return chosen


@part
def choose(
    g: Ints, m: Ints, step: int, state: int, how: Ints, deck: Array, hands: Array, space: int, out: Array, trace: Array
) -> int:
    """Let a seat choose; return the generator's state. A `space` below 0: the hands aren't taken up yet."""
    row = step * g[CONTRACTS] + out[CONTRACT]
    first = g[g[FIRST_OPTION] + row]
    count = g[g[FIRST_OPTION] + row + 1] - first
    if count == 0:
        return state
    seat = g[g[WHO] + step * 20 + 5 * how[DEALER_NOW] + out[DECLARER] + 1]
    chosen = 0
    if how[PLAYER + seat] == RANDOM:
        if how[MIXED]:
            state = chance_of(how, seat, 64 + step)
        state = CARRY * (state & LOW) + (state >> 32)
        chosen = ((state & LOW) * count) >> 32
    elif count > 1:
        stage = g[g[AHEAD] + step]
        if space < 0:
            weigh_dealt(g, m, deck, (seat - how[DEALER_NOW] - 1) & 3, stage, out, HELD_AT)
        else:
            ahead = from_step(g, step, out[CONTRACT])
            weigh_held(g, m, space, ahead, hands[seat], hands[GAVE + seat], stage, out, HELD_AT)
        declaring = 1 if (seat ^ out[DECLARER]) & 1 == 0 else 0
        chosen = rule_choice(g, m, step, g, g[OPTION] + 2 * first, count, out, HELD_AT, declaring, how[CLASS_NOW])
    if out[NOTED] >= 0:
        out[NOTED] = note(trace, out[NOTED], seat, -1, count, chosen)
    out[CONTRACT] = g[g[OPTION] + 2 * (first + chosen) + 1]
    return state


@part
def change_space(g: Ints, source: int, target: int, hands: Array) -> None:
    """Bring all hands and zones into the bits of another space."""
    for owner in range(OWNERS):
        hands[owner] = moved(g, hands[owner], source, target)


@part
def swap(
    g: Ints, m: Ints, step: int, state: int, how: Ints, deck: Array, hands: Array, out: Array, trace: Array
) -> int:
    """Carry out one step of an exchange; return the generator's state. `deck` holds the draw order from ROOM on."""
    contracts = g[CONTRACTS]
    contract = out[CONTRACT]
    if g[g[MASK] + step * 4 * contracts + contract] == 0:
        return state
    space = g[g[SPACE_OF] + contract]
    declarer = out[DECLARER]
    who = g[g[WHO] + step * 20 + 5 * how[DEALER_NOW] + declarer + 1]
    at = g[STEP_AT] + step * STEP
    for turn in range(3 if who < 0 else 1):
        seat = (declarer + turn + 1) & 3 if who < 0 else who
        if g[at] == TAKE:
            source = KITTY_ZONE + g[at + 1]
            hands[seat] |= hands[source]
            hands[source] = 0
            continue
        state = give(g, m, step, state, how, seat, space, hands, out, trace)
        draw = g[at + 4]
        if draw >= 0:
            left = out[GIVEN]
            may = hands[KITTY_ZONE + draw] & g[g[MASK] + (step * 4 + 3) * contracts + contract]
            place = 0
            while left > 0 and may != 0:
                bit = g[g[BIT] + space * ROOM + deck[ROOM + place]]
                place += 1
                if bit & may:
                    may ^= bit
                    hands[KITTY_ZONE + draw] ^= bit
                    hands[seat] |= bit
                    left -= 1
    return state


@part
def give(
    g: Ints, m: Ints, step: int, state: int, how: Ints, seat: int, space: int, hands: Array, out: Array, trace: Array
) -> int:
    """Let a seat give cards away and write down how many; return the generator's state."""
    left = g[g[STEP_AT] + step * STEP + 2]
    if left < 0:
        of = g[g[MASK] + (step * 4 + 1) * g[CONTRACTS] + out[CONTRACT]]
        zone = KITTY_ZONE + g[g[STEP_AT] + step * STEP + 3]
        given = hands[seat] & of
        out[GIVEN] = size(given)
        hands[seat] &= ~given
        hands[zone] |= given
        hands[GAVE + seat] |= given
        return state
    out[GIVEN] = min(left, size(hands[seat]))
    return give_cards(g, m, step, state, how, seat, space, out[GIVEN], hands, out, trace)


@part
def give_cards(
    g: Ints, m: Ints, step: int, state: int, how: Ints, seat: int, space: int, count: int, hands: Array, out: Array,
    trace: Array,
) -> int:  # fmt: skip
    """Let a seat give so many cards away, one by one; return the generator's state."""
    of = g[g[MASK] + (step * 4 + 1) * g[CONTRACTS] + out[CONTRACT]]
    must = g[g[MASK] + (step * 4 + 2) * g[CONTRACTS] + out[CONTRACT]]
    zone = KITTY_ZONE + g[g[STEP_AT] + step * STEP + 3]
    chance = how[PLAYER + seat] == RANDOM
    mixed = how[MIXED]
    rows = how[REPORT] == IN_ROWS
    card_at = g[CARD_AT] + space * ROOM
    check = out[CARDS_CHECK]
    noted = out[NOTED]
    hand = hands[seat]
    gave = hands[GAVE + seat]
    for turn in range(count):
        legal = hand & must
        if legal == 0:
            legal = hand & of
        if legal == 0:
            legal = hand
        if chance:
            if mixed:
                state = chance_of(how, seat, 128 + 64 * step + turn)
            state = CARRY * (state & LOW) + (state >> 32)
            card = taken_at(legal, ((state & LOW) * size(legal)) >> 32)
        else:
            gone = unseen_elsewhere(g, gave, hands[KITTY_ZONE + 1])
            ahead = from_step(g, step, out[CONTRACT])
            card = rule_give(g, m, space, ahead, hand, legal, gone, count - turn, how[CLASS_NOW], out)
        if rows:
            check = mixed_in(check, g[card_at + top(card)])
        if noted >= 0:
            noted = note(trace, noted, seat, space, legal, card)
        hand ^= card
        gave |= card
        hands[zone] |= card
    hands[seat] = hand
    hands[GAVE + seat] = gave
    out[CARDS_CHECK] = check
    out[NOTED] = noted
    return state


@part
def unseen_elsewhere(g: Ints, gave: int, laid_out: int) -> int:
    """Return the cards that a seat knows no hand to hold: what it gave and what was put out, unless they come back."""
    gone = 0 if g[OUT_BACK] else laid_out
    return gone if g[OUT_BACK] or g[KITTY_BACK] else gone | gave


@part
def narrowed(g: Ints, space: int, lane: int, hand: int) -> int:
    """Return the cards of a hand that may be played to a lane that was led: the general rule."""
    base = (space * LANES + lane) * g[RUNGS]
    legal = hand
    for place in range(g[RUNGS]):
        fewer = legal & g[g[RUNG] + base + place]
        if fewer:
            legal = fewer
    return legal | (hand & g[g[FREE] + space * LANES + lane])


# ---- The rule player's cards


# What a card is worth to it, what a lead has to recommend it, and so on, in thousandths of a trick: a row with trumps
# for the declaring side, or where nobody declares, one for the other; then the same without trumps.
(
    KEEP_WINNER, KEEP_NEXT, KEEP_THIRD, KEEP_FOURTH, KEEP_EARLY, KEEP_LOW, KEEP_BARE, KEEP_TRUMP, KEEP_TRUMP_WINNER,
    KEEP_TRUMP_NEXT, KEEP_TRUMP_THIRD, KEEP_LENGTH, KEEP_GUARD, THROW_VOID, RESCUED, RAISED, LEAD_WINNER,
    LEAD_TRUMP, LEAD_TRUMP_LENGTH, LEAD_PARTNERS, LEAD_LENGTH, LEAD_TO_RUFF, LEAD_PARTNER_TOP, LEAD_NEXT, LEAD_LOW,
    RUFF, WEIGHTS_EACH,
) = range(27)  # fmt: skip


@part
def beaten(g: Ints, k: Ints, other: int, unseen: int, led: int, trump: int, best: int) -> int:
    """Return how likely it is, in thousandths, that a seat that hasn't played yet can beat the best card."""
    may = unseen & ~k[LACKS + other]
    count = size(may)
    if count == 0:
        return 0
    row = g[NONE_OF] + min(NONE_PARTS, (NONE_PARTS * k[LEFT_NOW] + (count >> 1)) // count) * NONE_WIDTH
    over = -(best << 1)
    suited = may & led
    likely = 1000 - g[row + size(suited & over)]
    if led != trump:
        ruffs = may & trump & over
        if ruffs:
            likely += g[row + size(suited)] * (1000 - g[row + size(ruffs)]) // 1000
    return min(likely, 1000)


@part
def winning(
    g: Ints, m: Ints, k: Ints, w: int, seat: int, turn: int, unseen: int, led: int, trump: int, best: int, mine: int
) -> int:
    """Return how likely it is, in thousandths, that a side takes the trick once a seat has played."""
    likely = 1000 * mine
    if turn == 3:
        return likely
    theirs = beaten(g, k, (seat + 1) & 3, unseen, led, trump, best)
    if mine:
        likely -= theirs
    if turn < 2:
        partner = beaten(g, k, (seat + 2) & 3, unseen, led, trump, best)
        if mine:
            likely += theirs * partner // 1000 * m[w + RESCUED] // 1000
        else:
            likely = partner * (1000 - theirs * m[w + RAISED] // 1000) // 1000
    if turn == 0:
        likely = likely * (1000 - beaten(g, k, (seat + 3) & 3, unseen, led, trump, best)) // 1000
    return likely


@part
def kept(m: Ints, k: Ints, w: int, mask: int, trump: int, hand: int, unseen: int, card: int) -> int:
    """Return what it costs to part with a card: what it may still win, and what it protects."""
    over = -(card << 1)
    own = hand & mask
    held = size(own)
    higher = size(unseen & mask & over)
    if mask == trump:
        worth = m[w + KEEP_TRUMP]
        if higher < 3:
            worth += m[w + KEEP_TRUMP_WINNER + higher]
        return worth
    worth = m[w + KEEP_LENGTH] * held - m[w + KEEP_LOW] * min(higher, 8)
    if higher == 0:
        worth += m[w + KEEP_WINNER] + m[w + KEEP_EARLY] * k[LEFT_NOW]
    elif higher < 4:
        worth += m[w + KEEP_WINNER + higher] if held > higher else m[w + KEEP_BARE]
    if held == 1:
        if hand & trump:
            worth -= m[w + THROW_VOID]
    elif own & over:
        # does the best card of the lane lose its guard?
        behind = size(unseen & mask & -((1 << top(own)) << 1))
        if 0 < behind < 4 and held - 1 == behind:
            worth += m[w + KEEP_GUARD]
    return worth


@part
def rule_card(g: Ints, m: Ints, k: Ints, seat: int, hand: int, legal: int, gone: int) -> int:
    """Return the card that the rule player plays, from what its seat may know.

    `k` is what all have seen, `gone` what this seat knows no hand to hold beside what was played.
    """
    if legal & (legal - 1) == 0:
        return legal
    space = k[SEEN_SPACE]
    trump = g[g[TRUMP] + space]
    unseen = ((1 << g[CARDS]) - 1) & ~(hand | gone | k[GONE])
    against = k[SEEN_DECLARER] >= 0 and (k[SEEN_DECLARER] ^ seat) & 1 == 1
    w = m[WEIGHT] + ((0 if trump else 2) + (1 if against else 0)) * WEIGHTS_EACH
    if k[TURN_NOW] == 0:
        return rule_lead(g, m, k, seat, hand, legal, unseen, space, trump, w)
    return rule_follow(g, m, k, seat, hand, legal, unseen, space, trump, w)


@part
def rule_lead(
    g: Ints, m: Ints, k: Ints, seat: int, hand: int, legal: int, unseen: int, space: int, trump: int, w: int
) -> int:
    """Return the card to lead: what it should win less what it costs, and what else speaks for it."""
    partner = (seat + 2) & 3
    theirs = unseen & ~(k[LACKS + ((seat + 1) & 3)] & k[LACKS + ((seat + 3) & 3)])
    his = unseen & ~k[LACKS + partner]
    trumps_out = size(theirs & trump)
    best = -(1 << 60)
    found = 0
    for lane in range(LANES):
        mask = g[g[FIELD] + space * LANES + lane]
        own = hand & legal & mask
        if own == 0:
            continue
        held = size(hand & mask)
        others = unseen & mask
        speaks = 0
        if mask == trump:
            if trumps_out == 0 and his & trump:
                speaks = -100000  # only the partner can have trumps: there is nothing to draw
            elif trumps_out:
                speaks = m[w + LEAD_TRUMP] + m[w + LEAD_TRUMP_LENGTH] * (2 * held - trumps_out) // 2
        else:
            speaks = m[w + LEAD_LENGTH] * held
            if his & mask == 0 and his & trump:
                speaks += m[w + LEAD_TO_RUFF]
        if k[LED_FIRST + partner] == mask:
            speaks += m[w + LEAD_PARTNERS]
        highest_own = 1 << top(own)
        if others & -(highest_own << 1) and his & mask and top(his & mask) == top(others):
            speaks += m[w + LEAD_PARTNER_TOP]
        card = highest_own
        while True:
            value = winning(g, m, k, w, seat, 0, unseen, mask, trump, card, 1) * k[WORTH_NOW]
            value += speaks - kept(m, k, w, mask, trump, hand, unseen, card)
            higher = theirs & mask & -(card << 1)
            if higher == 0:
                value += m[w + LEAD_WINNER]
            elif card == highest_own:
                below = own ^ card
                if higher & (higher - 1) == 0 and below and others & (card - 1) & -((1 << top(below)) << 1) == 0:
                    value += m[w + LEAD_NEXT]
            if higher and card == own & -own:
                value += m[w + LEAD_LOW]
            if value > best:
                best = value
                found = card
            if card == own & -own:
                break
            card = own & -own
    return found if found else legal & -legal


@part
def rule_follow(
    g: Ints, m: Ints, k: Ints, seat: int, hand: int, legal: int, unseen: int, space: int, trump: int, w: int
) -> int:
    """Return the card to follow with: the cheapest of the likeliest to win, else the one that is missed least.

    A winner of its lane is never thrown away; the last hand takes what it can, as cheaply as it can.
    """
    led = k[LED_NOW]
    turn = k[TURN_NOW]
    over = k[BEST_NOW]
    partners = 1 if over != 0 and (k[WINNER_NOW] ^ seat) & 1 == 0 else 0
    suited = g[g[SUITS] + space]
    takers = legal & suited if led == 0 else legal & (led | trump)
    if over:
        takers &= -(over << 1)
    if turn == 3 and takers and not partners and led:
        return takers & -takers
    best = -(1 << 60)
    found = 0
    rest = legal & ~takers
    idle = rest & ~suited
    if idle:
        found = idle & -idle
        best = winning(g, m, k, w, seat, turn, unseen, led, trump, over, partners) * k[WORTH_NOW] if led else 0
    elif rest:
        found = thrown(g, m, k, w, hand, rest, unseen, space, trump)
        lane = g[g[FOLLOW] + space * ROOM + top(found)]
        best = winning(g, m, k, w, seat, turn, unseen, led, trump, over, partners) * k[WORTH_NOW]
        best -= kept(m, k, w, lane, trump, hand, unseen, found)
        if unseen & lane & -(found << 1) == 0:
            best -= 100000  # a winner: rather take the trick
    before = 0
    while takers:
        card = takers & -takers
        takers ^= card
        lane = g[g[FOLLOW] + space * ROOM + top(card)]
        if before & lane and unseen & lane & (card - 1) & -(before << 1) == 0:
            continue  # as good as the one below it
        before = card
        value = winning(g, m, k, w, seat, turn, unseen, led if led else lane, trump, card, 1) * k[WORTH_NOW]
        value -= kept(m, k, w, lane, trump, hand, unseen, card)
        if lane == trump and led != trump:
            value += m[w + RUFF]
        if value > best:
            best = value
            found = card
    return found


@part
def thrown(g: Ints, m: Ints, k: Ints, w: int, hand: int, rest: int, unseen: int, space: int, trump: int) -> int:
    """Return the card that is missed least, of some that can't win; plain winners last."""
    best = 1 << 60
    found = 0
    for wins in range(2):
        for lane in range(LANES):
            mask = g[g[FIELD] + space * LANES + lane]
            cards = rest & mask
            if cards == 0:
                continue
            card = cards & -cards
            if wins == 0 and unseen & mask & -(card << 1) == 0:
                continue
            value = kept(m, k, w, mask, trump, hand, unseen, card)
            if value < best:
                best = value
                found = card
        if found:
            return found
    return found


@part
def highest(g: Ints, space: int, legal: int) -> int:
    """Return the card with the fewest above it in its lane, of the higher lane among several; trumps come last."""
    best = 1 << 60
    found = 0
    for lane in range(LANES):
        mask = g[g[FIELD] + space * LANES + lane]
        cards = legal & mask
        if cards:
            card = 1 << top(cards)
            above_it = size(mask & -(card << 1))
            if above_it < best:
                best = above_it
                found = card
    return found if found else legal & -legal


@part
def note_lacks(g: Ints, k: Array, space: int, seat: int, led: int, card: int) -> None:
    """Write down what a seat that followed with a card can't hold."""
    if led == 0:
        return
    if g[g[PLAIN] + space]:
        if card & led == 0:
            k[LACKS + seat] |= led
        return
    lane = g[g[LANE] + space * ROOM + top(led)]
    if card & g[g[FREE] + space * LANES + lane]:
        return
    base = (space * LANES + lane) * g[RUNGS]
    region = (1 << g[CARDS]) - 1
    for place in range(g[RUNGS]):
        rung = g[g[RUNG] + base + place]
        if rung == 0:
            break
        if card & rung:
            region &= rung
        else:
            k[LACKS + seat] |= region & rung & ~g[g[FREE] + space * LANES + lane]


@part
def rule_opening(
    g: Ints, m: Ints, k: Array, space: int, contract: int, seat: int, hand: int, gone: int, declaring: int, kind: int,
    out: Array,
) -> int:  # fmt: skip
    """Return the first lead where it fills the contract: one that makes the best of it."""
    weigh_held(g, m, space, from_step(g, g[STEPS], contract), hand, gone, HELD, out, HELD_AT)
    row = g[OPENING_AT] + contract * ROOM
    best = -(1 << 61)
    final = -1
    cards = hand
    while cards:
        card = cards & -cards
        cards ^= card
        then = g[row + g[g[CARD_AT] + space * ROOM + top(card)]]
        value, found = prospect(g, m, from_step(g, g[STEPS], then), out, HELD_AT, 0, kind)
        if declaring == 0 and found >= 0:
            value = out[HELD_AT + g[g[SLOT_OF] + found]]
        if value > best:
            best = value
            final = then
    legal = 0
    cards = hand
    while cards:
        card = cards & -cards
        cards ^= card
        if g[row + g[g[CARD_AT] + space * ROOM + top(card)]] == final:
            legal |= card
    there = g[g[SPACE_OF] + final]
    k[SEEN_SPACE] = there
    card = rule_card(
        g, m, k, seat, moved(g, hand, space, there), moved(g, legal, space, there), moved(g, gone, space, there)
    )
    k[SEEN_SPACE] = space
    return moved(g, card, there, space)


# ---- Whole deals


@part
def play_at_random(g: Ints, state: int, lead: int, hands: Array, out: Array) -> int:
    """Do what `play` does, where cards are drawn by chance, suit is followed and nothing else, and nobody notes it."""
    each = g[EACH]
    contract = out[CONTRACT]
    space = g[g[SPACE_OF] + contract]
    trump = g[g[TRUMP] + space]
    follow = g[FOLLOW] + space * ROOM
    worth = g[WORTH] + contract * each
    side = max(out[DECLARER], 0) & 1
    books = out[BOOKS_OF]
    others = out[BOOKS_OTHERS]
    half = state & LOW
    beats = 0
    for left in range(each, 0, -1):
        led = 0
        best = 0
        winner = lead
        turn = lead
        while led == 0 and turn < lead + 4:  # behind an idle card the next one leads
            seat = turn & 3
            hand = hands[seat]
            state = CARRY * half + (state >> 32)
            half = state & LOW
            card = taken_at(hand, (half * left) >> 32)
            hands[seat] = hand ^ card
            led = g[follow + top(card)]
            beats = led | trump
            card &= beats
            if card > best:
                best = card
                winner = turn
            turn += 1
        for later in range(turn, lead + 4):
            seat = later & 3
            hand = hands[seat]
            card = (hand & led) or hand
            state = CARRY * half + (state >> 32)
            half = state & LOW
            card = taken_at(card, (half * size(card)) >> 32)
            hands[seat] = hand ^ card
            card &= beats
            if card > best:
                best = card
                winner = later
        lead = winner & 3
        if (winner ^ side) & 1:
            others += g[worth]
        else:
            books += g[worth]
        worth += 1
    out[BOOKS_OF] = books
    out[BOOKS_OTHERS] = others
    return state


@part
def play(g: Ints, m: Ints, state: int, how: Ints, hands: Array, out: Array, trace: Array, k: Array) -> int:
    """Play all tricks; leave the books of both sides in `out`. Return the generator's state."""
    each = g[EACH]
    tracing = out[NOTED] >= 0
    declarer = out[DECLARER]
    contract = out[CONTRACT]
    space = g[g[SPACE_OF] + contract]
    opening = g[g[OPENING_AT] + contract * ROOM] if g[OPENING] else -1
    plain = g[g[PLAIN] + space]
    trump = g[g[TRUMP] + space]
    base = space * ROOM
    follow = g[FOLLOW] + base
    lead = g[g[LEADER] + 5 * how[DEALER_NOW] + declarer + 1]
    if plain and how[MIXED] == 0 and not tracing and opening < 0:
        return play_at_random(g, state, lead, hands, out)
    side = declarer & 1 if declarer >= 0 else 0
    mine = 0
    rows = how[REPORT] == IN_ROWS
    check = out[CARDS_CHECK]
    worth = g[WORTH] + contract * each
    for place in range(SEEN):
        k[place] = 0
    k[SEEN_SPACE] = space
    k[SEEN_DECLARER] = declarer
    for trick in range(each):
        led = 0
        best = 0
        winner = lead
        left = each - trick
        k[LEFT_NOW] = left
        k[WORTH_NOW] = g[worth + trick]
        for turn in range(lead, lead + 4):
            seat = turn & 3
            hand = hands[seat]
            if plain or led == 0:
                legal = hand & led
                if legal == 0:
                    legal = hand
            else:
                legal = narrowed(g, space, g[g[LANE] + base + top(led)], hand)
            if how[PLAYER + seat] == RANDOM:
                if how[MIXED]:
                    state = chance_of(how, seat, 1024 + trick)
                state = CARRY * (state & LOW) + (state >> 32)
                card = taken_at(legal, ((state & LOW) * (left if legal == hand else size(legal))) >> 32)
            else:
                k[LED_NOW] = led
                k[BEST_NOW] = best
                k[WINNER_NOW] = winner
                k[TURN_NOW] = turn - lead
                gone = unseen_elsewhere(g, hands[GAVE + seat], hands[KITTY_ZONE + 1])
                if opening >= 0:
                    declaring = 1 if (seat ^ declarer) & 1 == 0 else 0
                    card = rule_opening(g, m, k, space, contract, seat, hand, gone, declaring, how[CLASS_NOW], out)
                elif how[PLAYER + seat] == RULES:
                    card = rule_card(g, m, k, seat, hand, legal, gone)
                elif turn == lead:
                    card = highest(g, space, legal)
                else:
                    card = 1 << top(legal)
            if tracing:
                out[NOTED] = note(trace, out[NOTED], seat, space, legal, card)
            if rows:
                check = mixed_in(check, g[g[CARD_AT] + base + top(card)])
            hands[seat] = hand ^ card
            if opening >= 0:
                contract = g[g[OPENING_AT] + contract * ROOM + g[g[CARD_AT] + base + top(card)]]
                opening = -1
                change_space(g, space, g[g[SPACE_OF] + contract], hands)
                card = moved(g, card, space, g[g[SPACE_OF] + contract])
                space = g[g[SPACE_OF] + contract]
                plain = g[g[PLAIN] + space]
                trump = g[g[TRUMP] + space]
                base = space * ROOM
                follow = g[FOLLOW] + base
                worth = g[WORTH] + contract * each
                out[CONTRACT] = contract
                k[SEEN_SPACE] = space
                k[WORTH_NOW] = g[worth + trick]
            if led == 0:
                led = g[follow + top(card)]
                if turn == lead and k[LED_FIRST + seat] == 0:
                    k[LED_FIRST + seat] = led
            else:
                note_lacks(g, k, space, seat, led, card)
            k[GONE] |= card
            over = card & (led | trump)
            if over > best:
                best = over
                winner = seat
        lead = winner
        if (winner ^ side) & 1 == 0:
            mine += g[worth + trick]
        else:
            out[BOOKS_OTHERS] += g[worth + trick]
    out[CARDS_CHECK] = check
    out[BOOKS_OF] += mine
    return state


@part
def begin_class(g: Ints, m: Ints, step: int, how: Ints, deck: Array, out: Array) -> int:
    """Return the contract after the auction by which a declarer comes to the best of a class; weigh its hand."""
    kind = how[CLASS_NOW]
    at = HELD_AT + (1 + how[DECLARER_NOW]) * g[SLOTS]
    first = (how[DECLARER_NOW] - how[DEALER_NOW] - 1) & 3
    weigh_dealt(g, m, deck, first, DEALT, out, at)
    best = -(1 << 61)
    chosen = -1
    for place in range(g[g[FIRST_WAY] + kind], g[g[FIRST_WAY] + kind + 1]):
        value, final = prospect(g, m, from_step(g, step + 1, g[g[WAY] + place]), out, at, 0, kind)
        if value > best:
            best = value
            chosen = g[g[WAY] + place]
            out[SLOT_BID] = g[g[SLOT_OF] + final]
    out[SHARES_BID] = shares_dealt(g, deck, g[g[SLOT_SPACE] + out[SLOT_BID]], first)
    return chosen


@part
def deal(g: Ints, m: Ints, how: Ints, state: int, deck: Array, hands: Array, out: Array, trace: Array, k: Array) -> int:
    """Deal the cards once and play them out or throw them in; `out` says how it ended. Return the generator's state."""
    cards = g[CARDS]
    state = shuffle(deck, cards, state)
    if how[TURNED]:
        turn_deck(deck, 4 * g[EACH], how[DEALER_NOW])
    if g[DRAWS]:
        state = shuffle_draws(g, deck, state)
    for place in range(ROW):
        out[place] = 0
    out[DEALER] = how[DEALER_NOW]
    out[FIRST_BIDDER] = -1
    out[PASSES] = 0
    out[NOTED] = 0 if how[TRACE] else -1
    given = how[CONTRACT_NOW] >= 0
    out[CONTRACT] = how[CONTRACT_NOW] if given else g[g[START] + deck[4 * g[EACH] - 1]]
    out[DECLARER] = how[DECLARER_NOW]
    return go_on(g, m, how, state, deck, hands, out, trace, k, 0, -1)


@part
def go_on(
    g: Ints, m: Ints, how: Ints, state: int, deck: Array, hands: Array, out: Array, trace: Array, k: Array,
    first: int, space: int,
) -> int:  # fmt: skip
    """Play a deal on from a step of the flow; `space` is that of the hands, below 0 where they are in the deck."""
    given = how[CONTRACT_NOW] >= 0
    verbs = g[STEP_AT]
    for step in range(first, g[STEPS]):
        verb = g[verbs + step * STEP]
        if verb == BID:
            if how[CLASS_NOW] >= 0:
                out[CONTRACT] = begin_class(g, m, step, how, deck, out)
            elif not given:
                state = auction(g, m, m, step, state, how, deck, out, trace)
                if out[OUTCOME] != PLAYED:
                    return state
        elif verb == CHOOSE:
            if not given:
                state = choose(g, m, step, state, how, deck, hands, space, out, trace)
        else:
            space = settle(g, how, deck, hands, out[CONTRACT], space)
            state = swap(g, m, step, state, how, deck, hands, out, trace)
    space = settle(g, how, deck, hands, out[CONTRACT], space)
    out[BOOKS_OF] = g[CREDIT]
    out[BOOKS_OTHERS] = g[CREDIT_OTHERS]
    hand = hands[out[DECLARER] & 3]
    state = play(g, m, state, how, hands, out, trace, k)
    if how[CLASS_NOW] >= 0:
        there = g[g[SPACE_OF] + out[CONTRACT]]
        out[SLOT_PLAYED] = g[g[SLOT_OF] + out[CONTRACT]]
        out[BOOKS_PLAYED] = out[BOOKS_OF]
        out[SHARES_PLAYED] = shares_held(g, there, moved(g, hand, space, there))
    if g[NO_POINTS] == 0:
        at = g[POINTS] + (out[CONTRACT] * g[BOOKS] + out[BOOKS_OF]) * 3
        out[POINTS_OF] = g[at]
        out[POINTS_OTHERS] = g[at + 1]
        out[MADE] = g[at + 2]
    return state


@part
def settle(g: Ints, how: Ints, deck: Array, hands: Array, contract: int, space: int) -> int:
    """Bring the hands into a contract's space (from -1: take them up as they were dealt); return that space."""
    target = g[g[SPACE_OF] + contract]
    if space < 0:
        bit = g[BIT] + target * ROOM
        dealt = 4 * g[EACH]
        left_of_dealer = how[DEALER_NOW] + 1
        for first in range(4):
            hand = 0
            for place in range(first, dealt, 4):
                hand |= g[bit + deck[place]]
            hands[(left_of_dealer + first) & 3] = hand
        kitty = 0
        for place in range(dealt, g[CARDS]):
            kitty |= g[bit + deck[place]]
        hands[KITTY_ZONE] = kitty
        for owner in range(KITTY_ZONE + 1, OWNERS):
            hands[owner] = 0
    elif space != target:
        change_space(g, space, target, hands)
    return target


@fast
def run(
    g: Ints,
    m: Ints,
    how: Array,
    first: int,
    count: int,
    deck: Array,
    hands: Array,
    out: Array,
    trace: Array,
    k: Array,
    report: Array,
) -> None:
    """Play so many deals and report on them as `how` asks.

    In sums: deals, thrown in, made, declarers' books, points of both sides, a checksum. Or in rows: what stands first
    in `out`. Or of a class: the slot that the declarer hoped for, the shares of its hand there as dealt; the slot
    played, the shares there of the hand that it played; the books of its side. Or of passes: see `add_passes`.
    """
    g = borrowed(g)
    m = borrowed(m)
    how = borrowed(how)
    deck = borrowed(deck)
    hands = borrowed(hands)
    out = borrowed(out)
    trace = borrowed(trace)
    k = borrowed(k)
    report = borrowed(report)
    key = keyed(how[SEED])
    kind = how[REPORT]
    for number in range(first, first + count):
        state = seeded(key, number)
        how[NUMBER] = number
        how[DEALER_NOW] = how[DEALER_ALWAYS] if how[DEALER_ALWAYS] >= 0 else number & 3
        if kind == OF_CLASS:
            how[DECLARER_NOW] = (number >> 2) & 3
        deal(g, m, how, state, deck, hands, out, trace, k)
        if kind == IN_SUMS:
            books = out[BOOKS_OF]
            report[0] += 1
            report[1] += out[OUTCOME] != PLAYED
            report[2] += out[MADE]
            report[3] += books
            report[4] += out[POINTS_OF]
            report[5] += out[POINTS_OTHERS]
            check = ((report[6] * 31 + books) * 31 + out[CONTRACT]) * 31 + out[DECLARER] + 1
            report[6] = check & LOW
        elif kind == OF_PASSES:
            add_passes(out, trace, report)
        else:
            width = ROW if kind == IN_ROWS else CLASS_ROW
            at = (number - first) * width
            begin = 0 if kind == IN_ROWS else SLOT_BID
            for place in range(width):
                report[at + place] = out[begin + place]


@part
def add_passes(out: Array, trace: Array, sums: Array) -> None:
    """Add up, by situation, what each pass of a deal brought, and how far the estimate was off, by what was heard.

    Points are those of the seat's side less the other's; hopes are in hundredths of a book here.
    """
    ahead = out[POINTS_OF] - out[POINTS_OTHERS] if out[OUTCOME] == PLAYED else 0
    for at in range(0, out[PASSES], NOTE):
        points = ahead if (trace[at] ^ out[DECLARER]) & 1 == 0 else -ahead
        hope = trace[at + 2] // 10
        high = trace[at + 3]
        row = trace[at + 1] * PASS_SUMS
        sums[row] += 1
        sums[row + 1] += hope
        sums[row + 2] += high
        sums[row + 3] += hope * hope
        sums[row + 4] += hope * high
        sums[row + 5] += high * high
        sums[row + 6] += points
        sums[row + 7] += points * hope
        sums[row + 8] += points * high
    if out[OUTCOME] == PLAYED:
        row = SITUATIONS * PASS_SUMS + 2 * out[LEAN_BID]
        sums[row] += 1
        sums[row + 1] += 1000 * out[BOOKS_OF] - out[ESTIMATE_BID]


# ---- Double dummy
#
# Seats 0 and 2 want many books, seats 1 and 3 want few; the question is always "at least so many?".
# A problem is one array: what the rules say under a contract, then where each lane lies in a position's key.

SUITED, ODD, NO_QUICK, FREE_IDLE, TRUMPS, LANE_MASK, FREE_MASK = 0, 1, 2, 3, 4, 5, 10
KEY_WORD, KEY_PLACE, KEY_FIELD, RUNG_COUNT, UNEVEN, LANE_AT, RUNG_ROWS = 15, 20, 25, 30, 35, 36, 100
WORTHS, NEXT_WORTHS, LEAST_WORTHS, WEIGHTS, PROBLEM = (
    420,
    484,
    4580,
    8676,
    8721,
)  # by tricks left, or that * ROOM + so many of them
# A ply on the stack: before its card, that card, and at a trick's first ply what holds for the trick.
LED, BEST, WINNER, RANKS, COUNT, PLACE, HAND, CARD = 0, 1, 2, 3, 4, 5, 6, 7
LEADER_OF, TARGET, REST, KEY_A, KEY_B, SHAPE_A, SHAPE_B = 8, 9, 10, 11, 12, 13, 14
PLY, CANDIDATES, MAX_PLIES = 16, 32, 64
# The table of positions. Its index has, by shape (two words), the newest block of entries and how many are in use;
# behind it is a list of the index's places in use. A block holds the number of the next older one, which is full, then
# entries: lying together, they are compared without waiting for each to name the next.
ENTRY, WAYS, BLOCK, SLOT = 5, 8, 41, 4
NODES, BLOCKS, USED, ROOM_FOR_SLOTS, ROOM_FOR_BLOCKS, STATS = 0, 1, 2, 3, 4, 5
LONGEST = 25  # so many blocks of one shape are looked at
ENTER, BACK, NEXT = 0, 1, 2
UNKNOWN, ILLEGAL = -1, -2


@inlined
def above(bit: int) -> int:
    """Return the mask of all bits above a bit's number."""
    return -1 << (bit + 1)


@inlined
def highest_of(cards: int, count: int) -> int:
    """Return the highest cards of a mask, so many of them."""
    more = size(cards) - count
    if more <= 0:
        return cards
    return cards & -taken_at(cards, more)


@inlined
def quick_tricks(
    p: Ints, mine: int, left: int, partner: int, right: int, count: int, enough: int
) -> tuple[int, int, int, int]:  # fmt: skip
    """Return how many tricks the side on lead takes at once whatever the others do, and the ranks that prove it.

    The leader cashes its own top cards, lane by lane; then it crosses to its partner, who cashes its own. As long as an
    opponent has trumps, only rounds in which all such opponents follow are counted. The count stops at `enough`, so
    that no more ranks are named than needed. Then, where trumps are out, the same without playing a trump.
    """
    trump = p[TRUMPS]
    others = left | right
    rest = mine | partner | others
    ranks = 0
    exhausts = others & p[FREE_IDLE] == 0
    drawn = others & trump == 0
    if not drawn and exhausts:
        tops = mine & trump & above(top(others & trump | partner & trump))
        if size(tops) >= max(size(left & trump), size(right & trump)):
            drawn = True
            ranks = tops
    ruffs_left = not drawn and left & trump != 0
    ruffs_right = not drawn and right & trump != 0
    own = 0
    own_trumps = 0
    trump_ranks = 0
    each_trump = trump != 0 and drawn and p[UNEVEN] == 0
    if each_trump:
        # nobody can beat a trump any more, so each of one hand's takes a trick
        own = max(size(mine & trump), size(partner & trump))
        if own >= enough:
            return enough, ranks, 0, 0
    over = 0
    over_trumps = 0
    over_ranks = 0
    over_trump_ranks = 0
    crossing = False
    crossing_plain = False
    for lane in range(LANES):
        mask = p[LANE_MASK + lane]
        all_left = rest & mask
        if all_left == 0:
            continue
        cards = mine & mask
        also = partner & mask
        longest = max(size(left & mask), size(right & mask))
        have = size(cards)
        theirs = size(also)
        limit = 99
        if mask != trump:
            if ruffs_left:
                limit = size(left & mask)
            if ruffs_right:
                limit = min(limit, size(right & mask))
        won = 0
        tops = 0
        if cards:
            against = all_left & ~cards
            if against == 0:
                won = have
            else:
                tops = cards & above(top(against))
                won = size(tops)
                if exhausts and won >= longest and won >= theirs:
                    won = have
            won = min(won, limit)
            if own + won >= enough and (trump == 0 or drawn) and not (each_trump and mask == trump):
                return enough, ranks | highest_of(tops, enough - own), 0, 0
            if won > 0:
                if mask == trump:
                    own_trumps = won
                    trump_ranks = tops
                else:
                    own += won
                    ranks |= tops
        if also and theirs > won and won < limit:
            below = all_left & ~tops
            against = below & ~also
            if against == 0:
                more = theirs - won
                tops = 0
            else:
                tops = also & above(top(against))
                more = min(size(tops), theirs - won)
                if more > 0 and exhausts and won + more >= longest and won + more >= have:
                    more = theirs - won
            more = min(more, limit - won)
            if more > 0:
                if have > won:
                    crossing = True
                if mask == trump:
                    over_trumps = more
                    over_trump_ranks = tops
                else:
                    over += more
                    over_ranks |= tops
                    if have > won:
                        crossing_plain = True
    if trump == 0 or drawn:
        if each_trump:
            over_trumps = 0
        else:
            own += own_trumps
            ranks |= trump_ranks
        if crossing and own < count:
            own += over + over_trumps
            ranks |= trump_ranks | over_ranks | over_trump_ranks
        return min(own, count), ranks, 0, 0
    # Nobody may be forced to ruff its partner's winner, and so to take over the lead: each round that the leader cashes
    # takes a plain card of its partner's, beside the winners that are to be kept.
    plain = own
    plain_ranks = ranks
    more_plain = over
    all_own = own + own_trumps
    if partner & trump:
        spare = size(partner & ~trump)
        plain = min(plain, spare)
        more_plain = max(0, min(over, spare - own))
        need = own + max(0, own_trumps - size(partner & trump))
        if need >= spare:
            all_own -= min(own, need - spare)
            crossing = False
        elif need + over > spare:
            over = spare - need
    if mine & trump:
        more_plain = max(0, min(more_plain, size(mine & ~trump) - own))
    if crossing_plain:
        plain += more_plain
        plain_ranks |= over_ranks
    ranks |= trump_ranks
    if crossing and all_own < count and (own + over + over_trumps <= size(mine & ~trump) or mine & trump == 0):
        all_own += over + over_trumps
        ranks |= over_ranks | over_trump_ranks
    return min(all_own, count), ranks, min(plain, count), plain_ranks


@inlined
def sure_trumps(hand: int, others: int, enough: int) -> tuple[bool, int]:
    """Return whether a hand's trumps take so many tricks however they are played, and the ranks that prove it.

    Each trump is played to a trick of its own, and only a higher trump of the other side beats it: so at most as many
    are lost as can be paired with a higher one each.
    """
    have = size(hand)
    against = size(others)
    if have - against >= enough:
        return True, 0
    if have < enough:
        return False, 0
    both = hand | others
    higher = 0
    sure = 0
    while both:
        card = 1 << top(both)
        both ^= card
        if card & others:
            higher += 1
        elif higher:
            higher -= 1
        else:
            sure += 1
            if sure == enough:
                return True, card
    return False, 0


@inlined
def playable(p: Ints, hand: int, led: int) -> int:
    """Return the cards of a hand that may be played to a lane (0: none is led yet)."""
    legal = hand & led
    if p[ODD] and led != 0:
        legal = hand
        lane = p[LANE_AT + top(led)]
        for step in range(p[RUNG_COUNT + lane]):
            fewer = legal & p[RUNG_ROWS + lane * ROOM + step]
            if fewer:
                legal = fewer
        return legal | (hand & p[FREE_MASK + lane])
    return legal if legal else hand


@inlined
def best_answer(hand: int, led: int, trump: int) -> int:
    """Return the highest card that a hand can put on a lane, ruffs included; 0 for none."""
    cards = hand & led
    if cards == 0:
        cards = hand & trump
    if cards == 0:
        return 0
    return 1 << top(cards)


# How promising a card looks, in points: what leads (L) and answers (A) have to recommend them. The points themselves
# come with the problem.
(
    L_IDLE, L_BREADTH, L_WINS, L_PARTNER_LENGTH, L_LENGTH, L_TRUMP, L_DRAWING, L_RUFFED, L_PARTNER_RUFFS,
    L_BOTH_RUFF, L_SINGLETON, L_RUN, L_BEST, L_BEST_PARTNER_NEXT, L_BEST_OWN_NEXT, L_RANK, L_BELOW_OWN_BEST,
    L_PARTNER_BEST, L_TO_PARTNER_RANK, L_PARTNER_BEST_OWN_NEXT, L_LEFT_BEST, L_LEFT_BEST_PARTNER_NEXT,
    L_LEFT_BEST_OWN_NEXT, L_LEFT_BEST_ALONE, L_RIGHT_BEST, L_RIGHT_BEST_PARTNER_NEXT, L_RIGHT_BEST_OWN_NEXT,
    L_RIGHT_BEST_ALONE, L_NEXT_TWO, L_HINT, A_RUFF_COST, A_PARTNER_HOLDS, A_OVERTAKES, A_PARTNER_WILL_WIN,
    A_NEEDLESS, A_WINS, A_WINS_RANK, A_COVERS, A_COVERS_RANK, A_LOSES, A_LONG_LANE, A_IDLE, A_THROWS_BEST,
    A_UNGUARDS, A_VOIDS,
) = range(WEIGHTS, PROBLEM)  # fmt: skip


@inlined
def leads(
    p: Ints, hands: Array, seat: int, rest: int, count: int, hint: int, base: int,
    moves: Array, runs: Array, weights: Array,
) -> int:  # fmt: skip
    """List the leads worth telling apart, the best card of each run of equals, with their weights; return how many."""
    trump = p[TRUMPS]
    hand = hands[seat]
    left = hands[(seat + 1) & 3]
    partner = hands[(seat + 2) & 3]
    right = hands[(seat + 3) & 3]
    ours = hand | partner
    number = base
    for lane in range(LANES):
        mask = p[LANE_MASK + lane]
        own = hand & mask
        if own == 0:
            continue
        cards = rest & mask
        best = 1 << top(cards)
        second = 0
        third = 0
        if cards != best:
            second = 1 << top(cards ^ best)
            if cards != best | second:
                third = 1 << top(cards ^ best ^ second)
        in_left = size(left & mask)
        in_right = size(right & mask)
        plain = trump != 0 and mask != trump
        ruffed = plain and ((in_left == 0 and left & trump != 0) or (in_right == 0 and right & trump != 0))
        breadth = (in_left if in_left else count + 1) + (in_right if in_right else count + 1)
        weight = p[L_PARTNER_LENGTH] * size(partner & mask) + p[L_LENGTH] * size(own) - (p[L_BREADTH] * breadth >> 2)
        if mask == trump:
            weight += p[L_TRUMP]
            if in_left or in_right:
                weight += p[L_DRAWING]
        if ruffed:
            weight += p[L_RUFFED]
        if plain and partner & mask == 0 and partner & trump != 0:
            weight += p[L_BOTH_RUFF] if ruffed else p[L_PARTNER_RUFFS]
        if plain and own & (own - 1) == 0 and hand & trump:
            weight += p[L_SINGLETON]
        below = 0
        if best & own:
            below = p[L_BELOW_OWN_BEST]
        elif best & partner:
            below = p[L_PARTNER_BEST]
            if second & own:
                below += p[L_PARTNER_BEST_OWN_NEXT]
        elif best & left:
            below = p[L_LEFT_BEST]
            if second & partner:
                below += p[L_LEFT_BEST_PARTNER_NEXT]
            elif second & own:
                below += p[L_LEFT_BEST_OWN_NEXT]
            if in_left == 1:
                below += p[L_LEFT_BEST_ALONE]
        else:
            below = p[L_RIGHT_BEST]
            if second & partner:
                below += p[L_RIGHT_BEST_PARTNER_NEXT]
            elif second & own:
                below += p[L_RIGHT_BEST_OWN_NEXT]
            if in_right == 1:
                below += p[L_RIGHT_BEST_ALONE]
        if best & ours == 0 and second & ours and third & ours:
            below += p[L_NEXT_TWO]
        per_rank = p[L_RANK] + p[L_TO_PARTNER_RANK] if best & partner else p[L_RANK]
        they = max(best_answer(left, mask, trump), best_answer(right, mask, trump))
        we = best_answer(partner, mask, trump)
        others = cards & ~own
        while own:
            card = 1 << top(own)
            lower = others & (card - 1)
            run = own & above(top(lower)) if lower else own
            own ^= run
            points = weight
            if max(we, card) > they:
                points += p[L_WINS]
            if run & (run - 1):
                points += p[L_RUN]
            if card == best:
                points += p[L_BEST]
                if second & partner:
                    points += p[L_BEST_PARTNER_NEXT]
                elif second & hand:
                    points += p[L_BEST_OWN_NEXT]
            else:
                points += below - per_rank * size(cards & (card - 1))
            if card == hint:
                points += p[L_HINT]
            moves[number] = card
            runs[number] = run
            weights[number] = points
            number += 1
    idle = hand & ~p[SUITED]
    if idle:
        moves[number] = idle & -idle
        runs[number] = 0
        weights[number] = p[L_IDLE]
        number += 1
    return number - base


@inlined
def answers(
    p: Ints, hands: Array, seat: int, rest: int, turn: int, led: int, best: int, mine: int, base: int, moves: Array,
    runs: Array, weights: Array,
) -> int:  # fmt: skip
    """List the cards to follow with, as `leads` does; `mine`: the partner's card is the best so far."""
    trump = p[TRUMPS]
    hand = hands[seat]
    legal = playable(p, hand, led)
    if legal & (legal - 1) == 0:
        moves[base] = legal
        runs[base] = legal & p[SUITED]
        return 1
    follows = hand & led != 0
    next_hand = hands[(seat + 1) & 3]
    partner = hands[(seat + 2) & 3]
    number = base
    danger = best_answer(next_hand, led, trump) if turn < 3 else 0
    saved = best_answer(partner, led, trump) if turn == 1 else 0
    for lane in range(LANES):
        mask = p[LANE_MASK + lane]
        own = legal & mask
        if own == 0:
            continue
        cards = rest & mask
        if led == 0:
            # only idle cards lie there: this card sets the lane
            danger = best_answer(next_hand, mask, trump) if turn < 3 else 0
            saved = best_answer(partner, mask, trump) if turn == 1 else 0
        may_win = led == 0 or mask & (led | trump) != 0
        held = size(own)
        weight = 0
        if not follows:
            weight = p[A_LONG_LANE] * held >> 2
            if held == 2:
                weight += p[A_UNGUARDS]
            elif held == 1:
                weight += p[A_VOIDS]
        low = 15 - p[A_RUFF_COST] if mask == trump and led != trump else 15
        others = cards & ~own
        while own:
            card = 1 << top(own)
            lower = others & (card - 1)
            run = own & above(top(lower)) if lower else own
            own ^= run
            rank = size(cards & (card - 1))
            beats = may_win and card > best
            points = weight + low - rank
            if mine and best > danger:
                points += p[A_PARTNER_HOLDS] - (p[A_OVERTAKES] if beats else 0)
            elif beats and card > danger and not (turn == 1 and saved > card):
                points += p[A_WINS] + (p[A_WINS_RANK] * rank if turn < 3 else 0)
            elif turn == 1 and saved > best and saved > danger and not (beats and card > danger):
                points += p[A_PARTNER_WILL_WIN] - (p[A_NEEDLESS] if beats else 0)
            elif beats and card > danger:
                points += p[A_WINS] + (p[A_WINS_RANK] * rank if turn < 3 else 0)
            elif beats:
                points = weight + p[A_COVERS] + p[A_COVERS_RANK] * rank
            else:
                points += p[A_LOSES]
            if not follows and cards & -(card << 1) == 0:
                points += p[A_THROWS_BEST]
            moves[number] = card
            runs[number] = run
            weights[number] = points
            number += 1
    idle = legal & ~p[SUITED]
    if idle:
        moves[number] = idle & -idle
        runs[number] = 0
        weights[number] = p[A_LOSES] + 15 + (p[A_IDLE] >> 2)
        if mine and best > danger:
            weights[number] += p[A_PARTNER_HOLDS] - p[A_LOSES]
        elif turn == 1 and saved > best and saved > danger:
            weights[number] += p[A_PARTNER_WILL_WIN] - p[A_LOSES]
        number += 1
    return number - base


@inlined
def bring_best(place: int, last: int, moves: Array, runs: Array, weights: Array) -> None:
    """Swap the weightiest of the candidates from a place on to that place."""
    best = place
    for at in range(place + 1, last):
        if weights[at] > weights[best]:
            best = at
    if best != place:
        card = moves[place]
        moves[place] = moves[best]
        moves[best] = card
        run = runs[place]
        runs[place] = runs[best]
        runs[best] = run
        weights[best] = weights[place]


@inlined
def last_trick(p: Ints, hands: Array, lead: int) -> tuple[int, int]:
    """Return who takes the last trick, and the rank that matters for it."""
    led = 0
    best = 0
    winner = lead
    trick = 0
    for turn in range(4):
        seat = (lead + turn) & 3
        card = hands[seat]
        lane = p[LANE_AT + top(card)]
        if led == 0 and lane >= 0:
            led = p[LANE_MASK + lane]
        over = card & (led | p[TRUMPS])
        trick |= card
        if over > best:
            best = over
            winner = seat
    return winner, ranking(p, trick, best)


@inlined
def ranking(p: Ints, trick: int, best: int) -> int:
    """Return the winner of a trick if it won by rank: if another card of its lane lay there."""
    if best == 0 or trick & p[LANE_MASK + p[LANE_AT + top(best)]] == best:
        return 0
    return best


@inlined
def tricks_for(p: Ints, worths: int, count: int, books: int) -> int:
    """Return how many tricks are worth so many books: the next ones, or those worth least."""
    if p[UNEVEN] == 0:
        return books
    tricks = 0
    while p[worths + count * ROOM + tricks] < books:
        tricks += 1
    return tricks


@inlined
def settled(p: Ints, hands: Array, lead: int, rest: int, count: int, wanted: int) -> tuple[int, int]:
    """Return the answer where a trick begins and no search is needed, and the ranks that prove it; else `UNKNOWN`."""
    whole = p[NEXT_WORTHS + count * ROOM + count]
    if wanted <= 0:
        return 1, 0
    if wanted > whole:
        return 0, 0
    if count == 1:
        winner, ranks = last_trick(p, hands, lead)
        return 1 - (winner & 1), ranks
    side = lead & 1
    mine = hands[lead]
    left = hands[(lead + 1) & 3]
    partner = hands[(lead + 2) & 3]
    right = hands[(lead + 3) & 3]
    need = wanted if side == 0 else whole - wanted + 1
    theirs = whole - need + 1
    enough = tricks_for(p, NEXT_WORTHS, count, need)
    plain = 0
    plain_ranks = 0
    if p[NO_QUICK] == 0:
        sure, ranks, plain, plain_ranks = quick_tricks(p, mine, left, partner, right, count, enough)
        if sure >= enough:
            return 1 - side, ranks
    trump = p[TRUMPS]
    if trump != 0:
        others = (left | right) & trump
        if whole == count:
            lacking = need - plain
        else:
            lacking = tricks_for(p, LEAST_WORTHS, count, need)
            plain_ranks = 0
        for hand in (mine, partner):
            proved, ranks = sure_trumps(hand & trump, others, lacking)
            if proved:
                return 1 - side, ranks | plain_ranks
        lacking = tricks_for(p, LEAST_WORTHS, count, theirs)
        others = (mine | partner) & trump
        for hand in (left, right):
            proved, ranks = sure_trumps(hand & trump, others, lacking)
            if proved:
                return side, ranks
    elif mine & p[SUITED] == mine:
        # without trumps: where the other side has the best card of every lane that can be led, it takes this trick
        got = p[WORTHS + count]
        if (got >= wanted) if side == 1 else (whole - got < wanted):
            ranks = 0
            for lane in range(LANES):
                if mine & p[LANE_MASK + lane]:
                    best = 1 << top(rest & p[LANE_MASK + lane])
                    if best & (mine | partner):
                        return UNKNOWN, 0
                    ranks |= best
            return side, ranks
    return UNKNOWN, 0


@inlined
def next_keys(p: Ints, stack: Array, ply: int) -> None:
    """Write the keys of the position at a trick's first ply, from those of the trick before and the cards played."""
    before = ply - 4 * PLY
    a = stack[before + KEY_A]
    b = stack[before + KEY_B]
    shape_a = stack[before + SHAPE_A]
    shape_b = stack[before + SHAPE_B]
    rest = stack[before + REST]
    seat = stack[before + LEADER_OF]
    for at in range(before, ply, PLY):
        card = stack[at + CARD]
        bit = top(card)
        lane = p[LANE_AT + bit]
        if lane >= 0:
            place = p[KEY_PLACE + lane] + 2 * size(rest & p[LANE_MASK + lane] & above(bit))
            field = p[KEY_FIELD + lane]
            lower = (1 << place) - 1
            upper = -4 << place
            if p[KEY_WORD + lane] == 0:
                a = (a & ~field) | (a & field & lower) | ((a & field & upper) >> 2)
            else:
                b = (b & ~field) | (b & field & lower) | ((b & field & upper) >> 2)
            if lane < 3:
                shape_a -= 1 << (16 * lane + 4 * seat)
            else:
                shape_b -= 1 << (16 * (lane - 3) + 4 * seat)
        rest ^= card
        seat = (seat + 1) & 3
    stack[ply + KEY_A] = a
    stack[ply + KEY_B] = b
    stack[ply + SHAPE_A] = shape_a
    stack[ply + SHAPE_B] = shape_b


@inlined
def slot_of(slots: Array, stats: Array, shape_a: int, shape_b: int) -> int:
    """Return where a shape stands in the index, or the free place where it would stand."""
    last = stats[ROOM_FOR_SLOTS] - 1
    mixed = (shape_a & 0x3FFFFFFF) * 0x2C1B3C6D + (shape_a >> 30) * 0x297A2D39
    mixed += (shape_b & 0x3FFFFFFF) * 0x1B56C4E9 + (shape_b >> 30) * 0x3C6EF372
    mixed = (mixed ^ (mixed >> 31)) & 0x7FFFFFFF
    mixed = mixed * 0x2545F491
    slot = (mixed >> 24) & last
    while slots[slot * SLOT + 2] != 0 and (slots[slot * SLOT] != shape_a or slots[slot * SLOT + 1] != shape_b):
        slot = (slot + 1) & last
    return slot


@part
def forget(slots: Array, stats: Array) -> None:
    """Empty the table of positions."""
    room = stats[ROOM_FOR_SLOTS]
    for place in range(stats[USED]):
        slots[slots[room * SLOT + place] * SLOT + 2] = 0
    stats[BLOCKS] = 1
    stats[USED] = 0


@inlined
def recall(
    p: Ints, stack: Array, ply: int, slots: Array, entries: Array, stats: Array, lead: int, count: int
) -> tuple[int, int, int]:  # fmt: skip
    """Return the answer that the table of positions has, and the ranks that prove it; else `UNKNOWN`, and a good lead.

    The lead comes last, and may be no card of the leader's. What was of use comes first from now on.
    """
    a = stack[ply + KEY_A]
    b = stack[ply + KEY_B]
    wanted = stack[ply + TARGET]
    slot = slot_of(slots, stats, stack[ply + SHAPE_A], stack[ply + SHAPE_B] | (lead << 32) | (count << 34))
    block = slots[slot * SLOT + 2]
    newest = block * BLOCK + 1 + (slots[slot * SLOT + 3] - 1) * ENTRY
    at = newest
    hint = entries[at + 4] if block > 0 else 62 << 12
    left = LONGEST
    while block > 0 and left > 0:
        while at > block * BLOCK:
            if (((a & entries[at + 2]) ^ entries[at]) | ((b & entries[at + 3]) ^ entries[at + 1])) == 0:
                known = entries[at + 4]
                if known & 63 >= wanted or (known >> 6) & 63 < wanted:
                    ranks = 0
                    for lane in range(LANES):
                        deep = (known >> (18 + 5 * lane)) & 31
                        if deep:
                            cards = stack[ply + REST] & p[LANE_MASK + lane]
                            ranks |= taken_at(cards, size(cards) - deep)
                    if left < LONGEST:
                        for word in range(ENTRY):
                            other = entries[newest + word]
                            entries[newest + word] = entries[at + word]
                            entries[at + word] = other
                    return 1 if known & 63 >= wanted else 0, ranks, 0
                hint = known
            at -= ENTRY
        left -= 1
        block = entries[block * BLOCK]
        at = block * BLOCK + 1 + (WAYS - 1) * ENTRY
    return UNKNOWN, 0, 1 << ((hint >> 12) & 63)


@part
def remember(
    p: Ints, stack: Array, ply: int, slots: Array, entries: Array, stats: Array,
    lead: int, count: int, value: int, ranks: int,
) -> None:  # fmt: skip
    """Write an answer into the table of positions; one that is full is emptied first."""
    room = stats[ROOM_FOR_SLOTS]
    if stats[BLOCKS] == stats[ROOM_FOR_BLOCKS] or 4 * stats[USED] > 3 * room:
        forget(slots, stats)
    rest = stack[ply + REST]
    wanted = stack[ply + TARGET]
    shape_b = stack[ply + SHAPE_B] | (lead << 32) | (count << 34)
    slot = slot_of(slots, stats, stack[ply + SHAPE_A], shape_b)
    if slots[slot * SLOT + 2] == 0:
        slots[slot * SLOT] = stack[ply + SHAPE_A]
        slots[slot * SLOT + 1] = shape_b
        slots[slot * SLOT + 3] = WAYS
        slots[room * SLOT + stats[USED]] = slot
        stats[USED] += 1
    if slots[slot * SLOT + 3] == WAYS:
        block = stats[BLOCKS]
        stats[BLOCKS] += 1
        entries[block * BLOCK] = slots[slot * SLOT + 2]
        slots[slot * SLOT + 2] = block
        slots[slot * SLOT + 3] = 0
    at = slots[slot * SLOT + 2] * BLOCK + 1 + slots[slot * SLOT + 3] * ENTRY
    slots[slot * SLOT + 3] += 1
    mask_a = 0
    mask_b = 0
    deep = 0
    for lane in range(LANES):
        cards = rest & p[LANE_MASK + lane]
        proof = ranks & cards
        if proof:
            down = size(cards & -(proof & -proof))
            deep |= down << (5 * lane)
            if p[KEY_WORD + lane] == 0:
                mask_a |= ((1 << (2 * down)) - 1) << p[KEY_PLACE + lane]
            else:
                mask_b |= ((1 << (2 * down)) - 1) << p[KEY_PLACE + lane]
    least = wanted if value == 1 else 0
    most = 63 if value == 1 else wanted - 1
    hint = top(stack[ply + CARD]) if value != lead & 1 else 62  # 62: no card's bit
    entries[at] = stack[ply + KEY_A] & mask_a
    entries[at + 1] = stack[ply + KEY_B] & mask_b
    entries[at + 2] = mask_a
    entries[at + 3] = mask_b
    entries[at + 4] = least | (most << 6) | (hint << 12) | (deep << 18)


@part
def search(
    p: Ints, hands: Array, stack: Array, moves: Array, runs: Array, weights: Array,
    slots: Array, entries: Array, stats: Array, count: int, start: int, target: int, limit: int,
) -> int:  # fmt: skip
    """Return 1 if seats 0 and 2 can take at least `target` books, 0 if not, `UNKNOWN` beyond `limit` nodes.

    The first ply stands on the stack, at the depth `start`; `count` tricks are left there, this one included. One
    loop with a stack of its own: a ply is entered, its cards are tried one by one, and its answer goes back. After
    `UNKNOWN` the hands are as they were in the middle of the search.
    """
    trump = p[TRUMPS]
    depth = start
    ply = start * PLY
    turn = start & 3
    lead = stack[(start - turn) * PLY + LEADER_OF]
    rest = stack[(start - turn) * PLY + REST]
    stack[(start - turn) * PLY + TARGET] = target
    wanted = target
    value = 0
    ranks = 0
    phase = ENTER
    while True:
        if phase == ENTER:
            hint = 0
            if turn == 0:
                value, ranks = settled(p, hands, lead, rest, count, wanted)
                if value == UNKNOWN:
                    if depth > 0:
                        next_keys(p, stack, ply)
                    value, ranks, hint = recall(p, stack, ply, slots, entries, stats, lead, count)
                    hint &= hands[lead]
                if value != UNKNOWN:
                    phase = BACK
            if phase == ENTER:
                stats[NODES] += 1
                if stats[NODES] > limit:
                    return UNKNOWN
                seat = (lead + turn) & 3
                hand = hands[seat]
                base = depth * CANDIDATES
                if turn == 0:
                    number = leads(p, hands, seat, rest, count, hint, base, moves, runs, weights)
                else:
                    best = stack[ply + BEST]
                    mine = best != 0 and (stack[ply + WINNER] ^ seat) & 1 == 0
                    number = answers(
                        p, hands, seat, rest, turn, stack[ply + LED], best, mine, base, moves, runs, weights
                    )
                stack[ply + COUNT] = number
                stack[ply + PLACE] = -1
                stack[ply + HAND] = hand
                stack[ply + RANKS] = 0
                phase = NEXT
        elif phase == BACK:
            if depth == start:
                return value
            depth -= 1
            ply -= PLY
            card = stack[ply + CARD]
            if turn == 0:
                # a trick ends here: its winner's rank may matter
                turn = 3
                first = ply - 3 * PLY
                count += 1
                lead = stack[first + LEADER_OF]
                rest = stack[first + REST]
                wanted = stack[first + TARGET]
                over = card & (stack[ply + LED] | trump)
                trick = stack[first + CARD] | stack[first + PLY + CARD] | stack[first + 2 * PLY + CARD] | card
                ranks |= ranking(p, trick, max(over, stack[ply + BEST]))
            else:
                turn -= 1
            seat = (lead + turn) & 3
            hands[seat] = stack[ply + HAND]
            if value != seat & 1:
                if turn == 0:
                    remember(p, stack, ply, slots, entries, stats, lead, count, value, ranks)
            else:
                stack[ply + RANKS] |= ranks
                if ranks & card:
                    stack[ply + RANKS] |= runs[depth * CANDIDATES + stack[ply + PLACE]]
                phase = NEXT
        else:
            seat = (lead + turn) & 3
            place = stack[ply + PLACE] + 1
            if place == stack[ply + COUNT]:
                value = seat & 1
                ranks = stack[ply + RANKS]
                if turn == 0:
                    remember(p, stack, ply, slots, entries, stats, lead, count, value, ranks)
                phase = BACK
                continue
            at = depth * CANDIDATES + place
            bring_best(at, depth * CANDIDATES + stack[ply + COUNT], moves, runs, weights)
            card = moves[at]
            stack[ply + PLACE] = place
            stack[ply + CARD] = card
            hands[seat] = stack[ply + HAND] ^ card
            led = stack[ply + LED]
            best = stack[ply + BEST]
            winner = stack[ply + WINNER]
            if led == 0:
                lane = p[LANE_AT + top(card)]
                if lane >= 0:
                    led = p[LANE_MASK + lane]
            over = card & (led | trump)
            if over > best:
                best = over
                winner = seat
            depth += 1
            ply += PLY
            if turn == 3:
                first = ply - 4 * PLY
                turn = 0
                if winner & 1 == 0:
                    wanted -= p[WORTHS + count]
                count -= 1
                lead = winner
                rest &= ~(stack[first + CARD] | stack[first + PLY + CARD] | stack[first + 2 * PLY + CARD] | card)
                stack[ply + LEADER_OF] = lead
                stack[ply + REST] = rest
                stack[ply + TARGET] = wanted
                stack[ply + LED] = 0
                stack[ply + BEST] = 0
                stack[ply + WINNER] = lead
            else:
                turn += 1
                stack[ply + LED] = led
                stack[ply + BEST] = best
                stack[ply + WINNER] = winner
            phase = ENTER


@part
def prepare(p: Array, hands: Array, stack: Array, slots: Array, stats: Array, lead: int, played: int) -> int:
    """Set up a search: empty the table, lay out the keys, put the cards on the table on the stack.

    The cards on the table stand in `CARD` of the first plies. Returns the tricks left, 0 if the keys have no room.
    """
    forget(slots, stats)
    stats[NODES] = 0
    for step in range(played):
        hands[(lead + step) & 3] |= stack[step * PLY + CARD]
    rest = hands[0] | hands[1] | hands[2] | hands[3]
    count = size(hands[lead])
    used_a = 0
    used_b = 0
    a = 0
    b = 0
    shape_a = 0
    shape_b = 0
    for lane in range(LANES):
        cards = rest & p[LANE_MASK + lane]
        wide = 2 * size(cards)
        first = used_a + wide <= 62
        if not first and used_b + wide > 62:
            return 0
        place = used_a if first else used_b
        p[KEY_WORD + lane] = 0 if first else 1
        p[KEY_PLACE + lane] = place
        p[KEY_FIELD + lane] = ((1 << wide) - 1) << place
        if first:
            used_a += wide
        else:
            used_b += wide
        for seat in range(4):
            held = size(hands[seat] & cards)
            if lane < 3:
                shape_a += held << (16 * lane + 4 * seat)
            else:
                shape_b += held << (16 * (lane - 3) + 4 * seat)
        key = 0
        while cards:
            card = 1 << top(cards)
            cards ^= card
            for seat in range(1, 4):
                if hands[seat] & card:
                    key |= seat << place
            place += 2
        if first:
            a |= key
        else:
            b |= key
    stack[LEADER_OF] = lead
    stack[REST] = rest
    stack[KEY_A] = a
    stack[KEY_B] = b
    stack[SHAPE_A] = shape_a
    stack[SHAPE_B] = shape_b
    stack[LED] = 0
    stack[BEST] = 0
    stack[WINNER] = lead
    for step in range(played):
        lay(p, hands, stack, step * PLY, (lead + step) & 3, stack[step * PLY + CARD])
    return count


@part
def lay(p: Ints, hands: Array, stack: Array, ply: int, seat: int, card: int) -> None:
    """Play a card at a ply within a trick, and write what the next ply finds."""
    led = stack[ply + LED]
    best = stack[ply + BEST]
    winner = stack[ply + WINNER]
    lane = p[LANE_AT + top(card)]
    if led == 0 and lane >= 0:
        led = p[LANE_MASK + lane]
    over = card & (led | p[TRUMPS])
    if over > best:
        best = over
        winner = seat
    stack[ply + CARD] = card
    hands[seat] ^= card
    stack[ply + PLY + LED] = led
    stack[ply + PLY + BEST] = best
    stack[ply + PLY + WINNER] = winner


@fast
def solve(
    p: Array, hands: Array, stack: Array, moves: Array, runs: Array, weights: Array,
    slots: Array, entries: Array, stats: Array, lead: int, played: int, least: int, most: int, guess: int, limit: int,
) -> int:  # fmt: skip
    """Return how many books seats 0 and 2 take from here on, if at least `least` and at most `most`; else `UNKNOWN`.

    `least` and `most` are known bounds: 0 and all there are for the exact value, one apart for a yes or no.
    """
    stats[ROOM_FOR_SLOTS] = len(slots) // (SLOT + 1)
    stats[ROOM_FOR_BLOCKS] = len(entries) // BLOCK
    p = bare(p)
    hands = bare(hands)
    stack = bare(stack)
    moves = bare(moves)
    runs = bare(runs)
    weights = bare(weights)
    slots = bare(slots)
    entries = bare(entries)
    stats = bare(stats)
    count = prepare(p, hands, stack, slots, stats, lead, played)
    if count == 0:
        return UNKNOWN
    while least < most:
        target = guess + 1 if guess == least else guess
        answer = search(p, hands, stack, moves, runs, weights, slots, entries, stats, count, played, target, limit)
        if answer == UNKNOWN:
            return UNKNOWN
        if answer == 1:
            least = target
        else:
            most = target - 1
        guess = least if answer == 1 else most
    return least


@fast
def solve_each(
    p: Array, hands: Array, stack: Array, moves: Array, runs: Array, weights: Array,
    slots: Array, entries: Array, stats: Array, lead: int, played: int, limit: int, values: Array,
) -> int:  # fmt: skip
    """Fill `values` by bit with what seats 0 and 2 take after each card that may be played now; else `ILLEGAL`.

    Each card gets `limit` nodes for itself. Returns the nodes of all.
    """
    stats[ROOM_FOR_SLOTS] = len(slots) // (SLOT + 1)
    stats[ROOM_FOR_BLOCKS] = len(entries) // BLOCK
    p = bare(p)
    hands = bare(hands)
    stack = bare(stack)
    moves = bare(moves)
    runs = bare(runs)
    weights = bare(weights)
    slots = bare(slots)
    entries = bare(entries)
    stats = bare(stats)
    for bit in range(ROOM):
        values[bit] = ILLEGAL
    count = prepare(p, hands, stack, slots, stats, lead, played)
    ply = played * PLY
    seat = (lead + played) & 3
    hand = hands[seat]
    others = (hands[(seat + 1) & 3], hands[(seat + 2) & 3], hands[(seat + 3) & 3])
    legal = playable(p, hand, stack[ply + LED])
    base = MAX_PLIES * CANDIDATES
    if played == 0:
        number = leads(p, hands, seat, stack[REST], count, 0, base, moves, runs, weights)
    else:
        number = answers(
            p, hands, seat, stack[REST], played, stack[ply + LED], stack[ply + BEST], 0, base, moves, runs, weights
        )
    guess = p[NEXT_WORTHS + count * ROOM + count] >> 1
    nodes = 0
    for place in range(number):
        card = moves[base + place]
        run = runs[base + place]
        lay(p, hands, stack, ply, seat, card)
        gained = 0
        left = count
        if played == 3:
            # the trick is over: what is asked is about the next one
            winner = stack[ply + PLY + WINNER]
            left = count - 1
            gained = p[WORTHS + count] if winner & 1 == 0 else 0
            on_table = stack[CARD] | stack[PLY + CARD] | stack[2 * PLY + CARD] | card
            stack[ply + PLY + LEADER_OF] = winner
            stack[ply + PLY + REST] = stack[REST] & ~on_table
            stack[ply + PLY + LED] = 0
            stack[ply + PLY + BEST] = 0
        least = 0
        most = p[NEXT_WORTHS + left * ROOM + left]
        at = max(least, min(most, guess - gained))
        stats[NODES] = 0
        answer = UNKNOWN if count == 0 else 0
        while least < most and answer != UNKNOWN:
            target = at + 1 if at == least else at
            answer = search(
                p, hands, stack, moves, runs, weights, slots, entries, stats, left, played + 1, target, limit
            )
            if answer == 1:
                least = target
            else:
                most = target - 1
            at = least if answer == 1 else most
        nodes += stats[NODES]
        if answer != UNKNOWN:
            guess = least + gained
        hands[seat] = hand
        hands[(seat + 1) & 3], hands[(seat + 2) & 3], hands[(seat + 3) & 3] = others
        if run == 0:
            run = legal & ~p[SUITED]
        while run:
            bit = top(run)
            run ^= 1 << bit
            values[bit] = UNKNOWN if answer == UNKNOWN else guess
    stats[NODES] = nodes
    return nodes


# ---- Worlds
#
# Who may hold the cards that a seat hasn't seen, drawn by swapping them between their holders. A swap that makes what
# was said and put away less likely is taken less often, so that in the long run each world comes up as often as it is
# likely. A `world` array holds sizes first, then where each of its tables begins, then the tables.

HOLDERS, HIDDEN = 6, 4
"""The four seats, then two parts of what lies face down: where it is known how many of these cards were shown before,
they are the second part; else all are the first."""
UNSEEN, VIEWS, KEEPER, KEPT_VIEW, KEPT_GAIN = range(5)
ALLOWED, CARD_BITS, VIEW_SLOT, FIRST_SAYING, SAYING = range(10, 15)
WORLD = 16
SAID_HEAD = 4
"""What was said begins with where its table of doubts is, the stage of the hand, how many of its views speak for it,
and of how many it is about; a view and the books needed there are two numbers each."""
DOUBT_STEP, LEAST_MARGIN, MARGINS = 20, -500, 1001
"""Doubts are tabled by margins of -10 to 10 books, in steps of so many thousandths."""
CHANCES = 1200
"""Chances are tabled by doubts below this many hundredths of a nat; in the array `likely` they stand first."""
# The work array: the generator's state, the holders by card, their doubts, their masks by view.
HOLDER_AT, DOUBT_AT, MASK_AT = 1, 65, 72


@part
def view_books(g: Ints, m: Ints, world: Ints, mask: int, view: int, stage: int) -> int:
    """Return the books that a side should take whose declarer holds a hand, in one view of it (a space and a class)."""
    at = world[VIEW_SLOT] + 2 * view
    return estimated(m, world[at + 1], stage, shares_held(g, world[at], mask))


@part
def doubted(g: Ints, m: Ints, world: Ints, likely: Ints, work: Array, holder: int) -> int:
    """Return how unlikely it is that a holder did what it did with its cards, in hundredths of a nat.

    For the seats that is what they said, for what lies face down that it was put away.
    """
    if holder >= HIDDEN:
        return doubted_away(g, m, world, work) if holder == HIDDEN else 0
    doubt = 0
    masks = MASK_AT + holder * (world[VIEWS] + 1)
    for number in range(world[world[FIRST_SAYING] + holder], world[world[FIRST_SAYING] + holder + 1]):
        said = world[world[SAYING] + number]
        speaking = world[said + 2]
        pro = 0 if speaking == 0 else -(1 << 40)
        contra = 0 if speaking == world[said + 3] else -(1 << 40)
        for place in range(world[said + 3]):
            at = said + SAID_HEAD + 2 * place
            view = world[at]
            margin = view_books(g, m, world, work[masks + view], view, world[said + 1]) - world[at + 1]
            if place < speaking:
                pro = max(pro, margin)
            else:
                contra = max(contra, margin)
        margin = (pro - contra) // DOUBT_STEP - LEAST_MARGIN
        doubt += likely[world[said] + max(0, min(MARGINS - 1, margin))]
    return doubt


@part
def doubted_away(g: Ints, m: Ints, world: Ints, work: Array) -> int:
    """Return how unlikely it is that the keeper put away what lies face down: by what it could have kept instead.

    For each lane that is the best card put away instead of the card that is missed least of another lane.
    """
    gain = world[KEPT_GAIN]
    if gain == 0:
        return 0
    views = world[VIEWS]
    view = world[KEPT_VIEW]
    away = work[MASK_AT + HIDDEN * (views + 1) + view] | work[MASK_AT + (HIDDEN + 1) * (views + 1) + view]
    kept = work[MASK_AT + world[KEEPER] * (views + 1) + view]
    space = world[world[VIEW_SLOT] + 2 * view]
    trump = g[g[TRUMP] + space]
    base = m[ESTIMATE] + (world[world[VIEW_SLOT] + 2 * view + 1] * STAGES + HELD) * KINDS * CELLS
    plain = base + (1 + min(size(kept & trump) >> 1, KINDS - 2)) * CELLS
    least = 1 << 40
    second = 1 << 40
    lane_of_least = -1
    suited = 0
    for lane in range(LANES):
        at = space * LANES + lane
        mask = g[g[FIELD] + at]
        suited |= mask
        cards = kept & mask
        if cards:
            row = base if mask == trump else plain
            loss = m[row + cell_of(g, at, cards)] - m[row + cell_of(g, at, cards & (cards - 1))]
            if loss < least:
                second = least
                least = loss
                lane_of_least = lane
            elif loss < second:
                second = loss
    if kept & ~suited:
        least = 0
        lane_of_least = LANES
    regret = 0
    for lane in range(LANES):
        at = space * LANES + lane
        mask = g[g[FIELD] + at]
        cards = away & mask
        if cards:
            row = base if mask == trump else plain
            more = m[row + cell_of(g, at, kept & mask | 1 << top(cards))] - m[row + cell_of(g, at, kept & mask)]
            regret += max(0, more - (second if lane == lane_of_least else least))
    return regret * gain // 1000


@part
def pass_on(world: Ints, work: Array, card: int, holder: int) -> None:
    """Give an unseen card to another holder."""
    views = world[VIEWS]
    before = MASK_AT + work[HOLDER_AT + card] * (views + 1)
    after = MASK_AT + holder * (views + 1)
    bits = world[CARD_BITS] + card * (views + 1)
    for view in range(views + 1):
        bit = world[bits + view]
        work[before + view] ^= bit
        work[after + view] ^= bit
    work[HOLDER_AT + card] = holder


@part
def swap_unseen(g: Ints, m: Ints, world: Ints, likely: Ints, work: Array, state: int) -> int:
    """Let two or three cards change holders, if the world is still likely enough then; return the generator's state."""
    count = world[UNSEEN]
    state = CARRY * (state & LOW) + (state >> 32)
    one = ((state & LOW) * count) >> 32
    state = CARRY * (state & LOW) + (state >> 32)
    two = ((state & LOW) * count) >> 32
    state = CARRY * (state & LOW) + (state >> 32)
    three = ((state & LOW) * count * 4) >> 32  # three times of four beyond the last card
    ring = three < count
    a = work[HOLDER_AT + one]
    b = work[HOLDER_AT + two]
    c = work[HOLDER_AT + three] if ring else a
    if a == b or (ring and c in (a, b)):
        return state
    allowed = world[ALLOWED]
    if (world[allowed + one] >> b) & 1 == 0 or (world[allowed + two] >> c) & 1 == 0:
        return state
    if ring and (world[allowed + three] >> a) & 1 == 0:
        return state
    pass_on(world, work, one, b)
    pass_on(world, work, two, c)
    if ring:
        pass_on(world, work, three, a)
    doubt_a = doubted(g, m, world, likely, work, a)
    doubt_b = doubted(g, m, world, likely, work, b)
    rise = doubt_a + doubt_b - work[DOUBT_AT + a] - work[DOUBT_AT + b]
    doubt_c = work[DOUBT_AT + c]
    if ring:
        doubt_c = doubted(g, m, world, likely, work, c)
        rise += doubt_c - work[DOUBT_AT + c]
    away = work[DOUBT_AT + HIDDEN]
    if a != HIDDEN and b != HIDDEN and c != HIDDEN:  # else it has been counted
        keeper = world[KEEPER]
        if a == keeper or b == keeper or c == keeper or max(a, b, c) > HIDDEN:
            away = doubted_away(g, m, world, work)
            rise += away - work[DOUBT_AT + HIDDEN]
    taken = rise <= 0
    if rise > 0 and rise < CHANCES:
        state = CARRY * (state & LOW) + (state >> 32)
        taken = (state & LOW) < likely[rise]
    if taken:
        work[DOUBT_AT + HIDDEN] = away
        if ring:
            work[DOUBT_AT + c] = doubt_c
        work[DOUBT_AT + a] = doubt_a
        work[DOUBT_AT + b] = doubt_b
    else:
        pass_on(world, work, one, a)
        pass_on(world, work, two, b)
        if ring:
            pass_on(world, work, three, c)
    return state


@fast
def draw_worlds(
    g: Ints, m: Ints, world: Ints, likely: Ints, work: Array, swaps: int, first: int, count: int, worlds: Array
) -> None:
    """Write worlds from `first` on: the hands and what lies face down, six masks each, so many swaps behind the last.

    The work array holds a world to begin with: the holders, their masks and the generator's state.
    """
    g = borrowed(g)
    m = borrowed(m)
    world = borrowed(world)
    likely = borrowed(likely)
    work = borrowed(work)
    worlds = borrowed(worlds)
    for holder in range(HOLDERS):
        work[DOUBT_AT + holder] = doubted(g, m, world, likely, work, holder)
    state = work[0]
    views = world[VIEWS]
    for number in range(first, first + count):
        for _ in range(swaps):
            state = swap_unseen(g, m, world, likely, work, state)
        for holder in range(HOLDERS):
            worlds[number * HOLDERS + holder] = work[MASK_AT + holder * (views + 1) + views]
    work[0] = state


# ---- Trying out
#
# The rule player at all seats plays a deal on from where it stands, in one world after the other.


@part
def play_on(g: Ints, m: Ints, contract: int, leader: int, turn: int, hands: Array, k: Array, each: int) -> int:
    """Let the rule player play the rest of a deal; return the books that the declarers (or seats 0 and 2) take.

    `k` is what all have seen, the cards on the table played by the `turn` seats from the leader on. It is changed.
    """
    space = g[g[SPACE_OF] + contract]
    plain = g[g[PLAIN] + space]
    trump = g[g[TRUMP] + space]
    base = space * ROOM
    follow = g[FOLLOW] + base
    worth = g[WORTH] + contract * each
    declarer = k[SEEN_DECLARER]
    side = declarer & 1 if declarer >= 0 else 0
    books = 0
    led = k[LED_NOW]
    best = k[BEST_NOW]
    winner = k[WINNER_NOW]
    lead = leader
    left = k[LEFT_NOW]
    while left > 0:
        k[LEFT_NOW] = left
        k[WORTH_NOW] = g[worth + each - left]
        while turn < 4:
            seat = (lead + turn) & 3
            hand = hands[seat]
            if plain or led == 0:
                legal = hand & led
                if legal == 0:
                    legal = hand
            else:
                legal = narrowed(g, space, g[g[LANE] + base + top(led)], hand)
            k[LED_NOW] = led
            k[BEST_NOW] = best
            k[WINNER_NOW] = winner
            k[TURN_NOW] = turn
            gone = unseen_elsewhere(g, hands[GAVE + seat], hands[KITTY_ZONE + 1])
            card = rule_card(g, m, k, seat, hand, legal, gone)
            hands[seat] = hand ^ card
            if led == 0:
                led = g[follow + top(card)]
                if turn == 0 and k[LED_FIRST + seat] == 0:
                    k[LED_FIRST + seat] = led
            else:
                note_lacks(g, k, space, seat, led, card)
            k[GONE] |= card
            over = card & (led | trump)
            if over > best:
                best = over
                winner = seat
            turn += 1
        lead = winner
        if (winner ^ side) & 1 == 0:
            books += g[worth + each - left]
        left -= 1
        turn = 0
        led = 0
        best = 0
    return books


@fast
def try_cards(
    g: Ints, m: Ints, contract: int, leader: int, turn: int, seen: Ints, me: int, hand: int, gave: int, laid_out: int,
    legal: int, worlds: Ints, first: int, count: int, hands: Array, k: Array, values: Array,
) -> None:  # fmt: skip
    """Play each legal card in each of some worlds, and then on by the rule player.

    Writes the declarers' books from here on into `values`, for each world a row of as many as there are legal cards,
    from the lowest bit up. What lies face down in a world was put away by the declarer.
    """
    g = borrowed(g)
    m = borrowed(m)
    seen = borrowed(seen)
    worlds = borrowed(worlds)
    hands = borrowed(hands)
    k = borrowed(k)
    values = borrowed(values)
    each = g[EACH]
    space = g[g[SPACE_OF] + contract]
    trump = g[g[TRUMP] + space]
    choices = size(legal)
    declarer = seen[SEEN_DECLARER]
    for number in range(first, first + count):
        cards = legal
        for place in range(choices):
            card = cards & -cards
            cards ^= card
            for seat in range(4):
                hands[seat] = worlds[number * HOLDERS + seat]
                hands[GAVE + seat] = 0
            hands[me] = hand ^ card
            hidden = worlds[number * HOLDERS + HIDDEN] | worlds[number * HOLDERS + HIDDEN + 1]
            if declarer >= 0:
                hands[GAVE + declarer] = hidden
            hands[GAVE + me] = gave
            hands[KITTY_ZONE + 1] = laid_out
            for at in range(SEEN):
                k[at] = seen[at]
            led = k[LED_NOW]
            if led == 0:
                k[LED_NOW] = g[g[FOLLOW] + space * ROOM + top(card)]
                if turn == 0 and k[LED_FIRST + me] == 0:
                    k[LED_FIRST + me] = k[LED_NOW]
            else:
                note_lacks(g, k, space, me, led, card)
            k[GONE] |= card
            over = card & (k[LED_NOW] | trump)
            if over > k[BEST_NOW]:
                k[BEST_NOW] = over
                k[WINNER_NOW] = me
            values[number * choices + place] = play_on(g, m, contract, leader, turn + 1, hands, k, each)


@part
def set_out(g: Ints, out: Array, contract: int, declarer: int, dealer: int) -> None:
    """Begin the account of a deal that is played on from within."""
    for place in range(ROW):
        out[place] = 0
    out[DEALER] = dealer
    out[FIRST_BIDDER] = -1
    out[PASSES] = 0
    out[NOTED] = -1
    out[CONTRACT] = contract
    out[DECLARER] = declarer


@part
def write_row(out: Ints, tried: Array, at: int) -> None:
    """Write down how a deal ended: its outcome, the contract, the declarer and the declarers' books."""
    tried[at + TRIED_OUTCOME] = out[OUTCOME]
    tried[at + TRIED_CONTRACT] = out[CONTRACT]
    tried[at + TRIED_DECLARER] = out[DECLARER]
    tried[at + TRIED_BOOKS] = out[BOOKS_OF]


@part
def lay_out(g: Ints, how: Ints, worlds: Ints, at: int, me: int, hand: int, deck: Array) -> None:
    """Put a world, in the pack's own bits, into the deck as if it had been dealt so."""
    for place in range(5):
        cards = worlds[at + place] if place < 4 else worlds[at + HIDDEN] | worlds[at + HIDDEN + 1]
        if place == me:
            cards = hand
        where = (place - how[DEALER_NOW] - 1) & 3 if place < 4 else 4 * g[EACH]
        while cards:
            bit = top(cards)
            cards ^= 1 << bit
            deck[where] = bit
            where += 4 if place < 4 else 1


@part
def hold_out(worlds: Ints, at: int, me: int, hand: int, gave: int, laid_out: int, hands: Array) -> None:
    """Put a world into the seats' hands and face down."""
    for seat in range(4):
        hands[seat] = worlds[at + seat]
        hands[GAVE + seat] = 0
    hands[me] = hand
    hands[KITTY_ZONE] = worlds[at + HIDDEN] | worlds[at + HIDDEN + 1]
    hands[KITTY_ZONE + 1] = laid_out
    hands[GAVE + me] = gave


@fast
def try_calls(
    g: Ints, m: Ints, others: Ints, how: Array, step: int, contract: int, me: int, hand: int, calls: Ints, count: int,
    worlds: Ints, first: int, number: int, deck: Array, hands: Array, out: Array, trace: Array, k: Array, tried: Array,
) -> None:  # fmt: skip
    """Make each of `count` calls in each of some worlds, and then let the rule player finish the deal.

    `m` and `others` are what the rule player makes of the game when seats 0 and 2, or 1 and 3, declare. The calls
    before stand in `how`. Worlds and hand are in the pack's own bits. Rows of four go into `tried`.
    """
    g = borrowed(g)
    m = borrowed(m)
    others = borrowed(others)
    worlds = borrowed(worlds)
    tried = borrowed(tried)
    before = how[SCRIPTED]
    state = seeded(keyed(how[SEED]), first)
    for world in range(first, first + number):
        if g[DRAWS]:
            state = shuffle_draws(g, deck, state)
        lay_out(g, how, worlds, world * HOLDERS, me, hand, deck)
        for place in range(count):
            how[SCRIPT + before] = calls[place]
            how[SCRIPTED] = before + 1
            set_out(g, out, contract, -1, how[DEALER_NOW])
            after = auction(g, m, others, step, state, how, deck, out, trace)
            if out[OUTCOME] == PLAYED:
                mind = m if out[DECLARER] & 1 == 0 else others
                go_on(g, mind, how, after, deck, hands, out, trace, k, step + 1, -1)
            write_row(out, tried, TRIED * (world * count + place))
    how[SCRIPTED] = before


@fast
def try_contracts(
    g: Ints, m: Ints, how: Array, step: int, declarer: int, me: int, hand: int, gave: int, laid_out: int,
    contracts: Ints, count: int, worlds: Ints, first: int, number: int, deck: Array, hands: Array, out: Array,
    trace: Array, k: Array, tried: Array,
) -> None:  # fmt: skip
    """Make each of `count` contracts in each of some worlds, and let the rule player go on from a step of the flow."""
    g = borrowed(g)
    m = borrowed(m)
    worlds = borrowed(worlds)
    tried = borrowed(tried)
    state = seeded(keyed(how[SEED]), first)
    for world in range(first, first + number):
        if g[DRAWS]:
            state = shuffle_draws(g, deck, state)
        for place in range(count):
            hold_out(worlds, world * HOLDERS, me, hand, gave, laid_out, hands)
            set_out(g, out, contracts[place], declarer, how[DEALER_NOW])
            go_on(g, m, how, state, deck, hands, out, trace, k, step, g[PACK_ORDER])
            write_row(out, tried, TRIED * (world * count + place))


@fast
def try_gifts(
    g: Ints, m: Ints, how: Array, step: int, contract: int, declarer: int, me: int, hand: int, gave: int, laid_out: int,
    left: int, cards: Ints, count: int, worlds: Ints, first: int, number: int, deck: Array, hands: Array, out: Array,
    trace: Array, k: Array, tried: Array,
) -> None:  # fmt: skip
    """Give each of `count` cards away in each of some worlds, and let the rule player give the rest and play on.

    Of `left` cards that are due, the card is the first. Worlds, hand and cards are in the contract's bits.
    """
    g = borrowed(g)
    m = borrowed(m)
    worlds = borrowed(worlds)
    tried = borrowed(tried)
    space = g[g[SPACE_OF] + contract]
    zone = KITTY_ZONE + g[g[STEP_AT] + step * STEP + 3]
    state = seeded(keyed(how[SEED]), first)
    for world in range(first, first + number):
        if g[DRAWS]:
            state = shuffle_draws(g, deck, state)
        for place in range(count):
            card = cards[place]
            hold_out(worlds, world * HOLDERS, me, hand ^ card, gave | card, laid_out, hands)
            hands[zone] |= card
            set_out(g, out, contract, declarer, how[DEALER_NOW])
            give_cards(g, m, step, state, how, me, space, left - 1, hands, out, trace)
            go_on(g, m, how, state, deck, hands, out, trace, k, step + 1, space)
            write_row(out, tried, TRIED * (world * count + place))
