/* The kernel's random deals once more, written in C for the same tables: how fast can the machine go?
   Only what the games measured need: an auction, choices, taking and giving cards without conditions, plain following.
   It deals the same deals and makes the same choices, so that its sums must be the kernel's. Where things stand in the
   tables is defined on the command line: the kernel's own names and numbers. */
#include <stdint.h>
#ifdef __BMI2__
#include <immintrin.h>
#endif

typedef int64_t num;
typedef uint64_t mask;

static uint32_t scattered(uint32_t x) {
    x = ((x >> 16) ^ x) * 0x45D9F3Bu;
    x = ((x >> 16) ^ x) * 0x45D9F3Bu;
    return (x >> 16) ^ x;
}

static num seeded(num seed, num number) {
    uint32_t key = scattered((uint32_t)seed ^ scattered((uint32_t)(seed >> 32) + 1));
    uint32_t low = scattered((uint32_t)number ^ key);
    uint32_t high = scattered(low + (uint32_t)(number >> 32) + 0x45D9F3Bu);
    return ((num)(high & 0x1FFFFFFF) << 32) + low + 1;
}

static inline uint32_t draw(num *state, uint32_t below) {
    *state = 698769069 * (*state & 0xFFFFFFFF) + (*state >> 32);
    return (uint32_t)(((uint64_t)(uint32_t)*state * below) >> 32);
}

static inline mask pick(num *state, mask legal) {
    uint32_t place = draw(state, __builtin_popcountll(legal));
#ifdef __BMI2__
    return _pdep_u64((mask)1 << place, legal);
#else
    for (; place; place--) legal &= legal - 1;
    return legal & -legal;
#endif
}

void run(const num *g, num seed, num calm, num first, num count, num *sums) {
    num cards = g[CARDS], each = g[EACH];
    for (num number = first; number < first + count; number++) {
        num state = seeded(seed, number), dealer = number & 3, points = 0, others = 0, made = 0;
        int deck[ROOM] = {0};
        for (int card = 1; card < cards; card++) {
            int place = draw(&state, card + 1);
            deck[card] = deck[place];
            deck[place] = card;
        }
        num contract = g[g[START] + deck[4 * each - 1]], declarer = -1, space = -1;
        mask hands[6] = {0};
        for (int step = 0; step < g[STEPS]; step++) {
            num verb = g[g[STEP_AT] + STEP * step];
            if (verb == BID) {  /* one round: each seat calls once */
                num seat = g[g[WHO] + 20 * step + 5 * dealer], standing = 0, caller = 0;
                for (int turn = 0; turn < 4; turn++, seat = (seat + 1) & 3) {
                    num me = (seat - dealer) & 3, stuck = turn == 3 && !standing;
                    num situation = ((standing * 4 + me) * 4 + caller) * 4 + stuck * 2 + (turn == 3);
                    num at = g[g[FIRST_CALL] + situation], calls = g[g[FIRST_CALL] + situation + 1] - at, place = 0;
                    draw(&state, 1);
                    if (g[g[CALL] + at] != 0 || (state & 255) >= calm) place = draw(&state, calls);
                    if (g[g[CALL] + at + place]) standing = g[g[CALL] + at + place], caller = me;
                }
                contract = g[g[AFTER] + contract * g[BIDS] + standing - 1];
                declarer = (caller + dealer) & 3;
            } else if (verb == CHOOSE) {
                num row = step * g[CONTRACTS] + contract, at = g[g[FIRST_OPTION] + row];
                num options = g[g[FIRST_OPTION] + row + 1] - at;
                if (options) contract = g[g[OPTION] + 2 * (at + draw(&state, options)) + 1];
            } else {
                if (space < 0) {
                    space = g[g[SPACE_OF] + contract];
                    const num *bit = g + g[BIT] + space * ROOM;
                    for (int i = 0; i < 4 * each; i++) hands[(dealer + 1 + i) & 3] |= bit[deck[i]];
                    for (int i = 4 * each; i < cards; i++) hands[4] |= bit[deck[i]];
                }
                num who = g[g[WHO] + 20 * step + 5 * dealer + declarer + 1];
                if (verb == TAKE) {
                    hands[who] |= hands[4];
                    hands[4] = 0;
                } else
                    for (num left = g[g[STEP_AT] + STEP * step + 2]; left; left--) {
                        mask card = pick(&state, hands[who]);
                        hands[who] ^= card;
                        hands[4] |= card;
                    }
            }
        }
        const num *follow = g + g[FOLLOW] + space * ROOM;
        mask trump = g[g[TRUMP] + space];
        num lead = g[g[LEADER] + 5 * dealer + declarer + 1], books = g[CREDIT];
        for (int trick = 0; trick < each; trick++) {
            mask led = 0, best = 0;
            num winner = lead;
            for (int turn = 0; turn < 4; turn++) {
                num seat = (lead + turn) & 3;
                mask legal = hands[seat] & led ? hands[seat] & led : hands[seat], card = pick(&state, legal);
                hands[seat] ^= card;
                if (!led) led = follow[__builtin_ctzll(card)];
                if ((card & (led | trump)) > best) best = card & (led | trump), winner = seat;
            }
            lead = winner;
            if (!((winner ^ declarer) & 1)) books += g[g[WORTH] + contract * each + trick];
        }
        num at = g[POINTS] + (contract * g[BOOKS] + books) * 3;
        points = g[at], others = g[at + 1], made = g[at + 2];
        sums[0] += 1, sums[2] += made, sums[3] += books, sums[4] += points, sums[5] += others;
        sums[6] = (sums[6] * 31 + books) & 0xFFFFFFFF;
        sums[6] = (sums[6] * 31 + contract) & 0xFFFFFFFF;
        sums[6] = (sums[6] * 31 + declarer + 1) & 0xFFFFFFFF;
    }
}
