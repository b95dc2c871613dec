"""The rules of STRIKE! as the step API: setup, legal, apply, is_over, value, hide."""

from numba import types

from strikesim._jit import Record, njit
from strikesim.games.common import ACTIONS, END, NOBODY, RUNNING, UNFINISHED, WIN
from strikesim.games.log import clear_log, close_log, note
from strikesim.games.strike.effects import (
    NO_CHOICE,
    choice_of,
    list_choices,
    list_moves,
    list_targets,
    megadrone_need,
    power_can_do,
    power_works,
    program_of,
    run_arrival,
    run_effects,
    run_triggers,
    take_choice,
    use_power,
)
from strikesim.games.strike.pieces import (
    add_striker,
    can_add,
    can_draw,
    can_supply,
    discard,
    draw,
    finish_game,
    gain_energy,
    move_own,
    next_effect,
    push,
    remove_drone,
    remove_megadrone,
    settle_kick,
    shift_striker,
    take_from_deck,
)
from strikesim.games.strike.state import (
    ALLIES,
    ALLY,
    ALLY_CARD,
    ALLY_CARDS,
    ARRIVAL,
    BREAK_CARD,
    BREAKS,
    CHOICE,
    CHOOSE,
    DECKS,
    DECLINE,
    DISASSEMBLE,
    DISASSEMBLE_BOX,
    DRAW_BOX,
    DRAW_CARD,
    EMPTY_DECK,
    F_EFFECT,
    F_HERE,
    F_KIND,
    F_SEAT,
    F_UNIT,
    FIRST_SEAT,
    FIRST_VICTORIES,
    GIVE_ALLY,
    GIVE_STRIKER,
    GIVING_ALLY,
    GROW,
    GROW_BOX,
    KEEP_STRIKER,
    KICK,
    LOG_BREAK,
    LOG_FIRST,
    MAIN,
    MEGADRONE,
    MOBILIZE,
    MOBILIZE_BOX,
    MOBILIZING,
    N_BOXES,
    NO_VALUE,
    PLACES,
    PLAY_ALLY,
    PLAY_STRIKE,
    POWER,
    POWER_OFFER,
    POWER_STRIDE,
    REFUEL,
    STRIKE_CARDS,
    STRIKERS_POINTS,
    STRIKES,
    TRIGGERS,
    TURN_LIMIT,
    Purpose,
    S,
)
from strikesim.games.strike.tables import POWER_PROGRAM, T
from strikesim.games.strike.vocabulary import INSTEAD_OF_GROW, SPEND
from strikesim.rng import WORLD, World, drawn

# ---- the turn ----------------------------------------------------------------------------------------------------


@njit
def begin_turn(t: Record, s: Record, seat: int) -> None:
    """Give a player the turn: all tokens free, counters at 0 (STK-25, STK-R8)."""
    s.current, s.step, s.tokens = seat, 1, t.tokens
    s.moves = s.removed = 0
    for at in range(t.n_locations):
        s.arrivals[at] = 0
    for which in range(2):
        s.used[which] = 0


@njit
def finish_turn(t: Record, s: Record) -> None:
    """Pass the turn on clockwise (STK-25, STK-R18)."""
    if s.turn >= t.turn_limit:
        finish_game(t, s, UNFINISHED, TURN_LIMIT)
        return
    s.turn += 1
    begin_turn(t, s, (s.current + 1) % t.players)


@njit
def end_actions(t: Record, s: Record, r: World) -> None:
    """Take the tokens back and draw a Commercial Break, or roll if there is none (STK-25, STK-40, STK-46)."""
    s.step, s.tokens = 2, t.tokens
    for box in range(N_BOXES):
        s.boxes[box] = 0
    if s.n_deck[BREAKS] == 0:
        push(s, EMPTY_DECK, 0, 0)
        return
    card = take_from_deck(s, BREAKS, r)
    s.discard[BREAKS, card] += 1
    s.n_discard[BREAKS] += 1
    note(s, LOG_BREAK, 0, card)
    push(s, BREAK_CARD, card, 0)


@njit
def advance(t: Record, s: Record, r: World) -> None:
    """Do everything that needs no decision; stop with the phase and the seat of the next one."""
    s.phase = MAIN
    while s.outcome == RUNNING and s.phase == MAIN:
        if s.depth == 0:
            if s.step == 1:
                s.seat = s.current
                return
            finish_turn(t, s)
            continue
        kind = s.frames[s.depth - 1, F_KIND]
        if kind == TRIGGERS:
            run_triggers(t, s)
        elif kind == ARRIVAL:
            run_arrival(t, s)
        else:
            run_effects(t, s, r)


# ---- set-up (STK-01 .. STK-09) -----------------------------------------------------------------------------------


@njit
def choose_characters(t: Record, s: Record, r: World) -> None:
    """Give each player a different board and one of its sides (STK-09, STK-V2)."""
    taken = 0  # bits of the boards
    for seat in range(t.players):
        if t.fixed[seat] != NOBODY:
            s.character[seat] = t.fixed[seat]
            continue
        k = drawn(r, Purpose.CHARACTERS, t.n_boards - seat)
        board = 0
        while taken >> board & 1 or k > 0:
            k -= 1 - (taken >> board & 1)
            board += 1
        taken |= 1 << board
        s.character[seat] = t.board_character[board, drawn(r, Purpose.CHARACTERS, t.board_size[board])]


@njit
def place_strikers(t: Record, s: Record, seat: int) -> None:
    """Put a player's first strikers on the board (STK-03, STK-08, STK-R9)."""
    character = s.character[seat]
    home = t.home[character]
    s.supply[seat] = t.strikers
    for _ in range(t.home_strikers + t.more_home_strikers):
        add_striker(s, seat, home)
    for at in range(t.n_locations):
        if t.colour[at] == t.character_colour[character] and at != home:
            for _ in range(t.more_other_strikers):
                add_striker(s, seat, at)


@njit
def lay_out_board(t: Record, s: Record) -> None:
    """Fill the supplies and place the first drones, which kick nobody (STK-06, STK-07)."""
    s.drone_supply, s.megadrone_supply, s.victory_supply = t.drones, t.megadrones, t.victories
    s.level = level_at(t, 0)
    for at in range(t.n_locations):
        s.drones[at] = t.start_drones[at]
        s.drone_supply -= t.start_drones[at]


@njit
def shuffle_decks(t: Record, s: Record) -> None:
    """Put every card in its deck (STK-05)."""
    for deck in range(len(DECKS)):
        for card in range(t.n_designs[deck]):
            s.deck[deck, card] = t.copies[deck, card]
            s.n_deck[deck] += t.copies[deck, card]


@njit
def level_at(t: Record, score: int) -> int:
    """Return the level at a score of the Strikers (STK-43)."""
    level = 1
    for k in range(t.n_levels):
        level += score >= t.level_from[k]
    return level


@njit(types.void(T, S, WORLD))
def setup(t: Record, s: Record, r: World) -> None:
    """Set up a game in a zeroed state and begin its first turn."""
    s.winner = s.cause = NOBODY
    lay_out_board(t, s)
    shuffle_decks(t, s)
    choose_characters(t, s, r)
    for seat in range(t.players):
        s.energy[seat] = t.energy_start
        place_strikers(t, s, seat)
        for _ in range(t.first_cards + t.more_cards):
            draw(t, s, seat, STRIKES, r)
    first = drawn(r, Purpose.FIRST, t.players)  # STK-R10
    note(s, LOG_FIRST, first, 0)
    s.metrics[FIRST_SEAT] = s.first_seat = first
    s.turn = 1
    begin_turn(t, s, first)
    s.seat = first


# ---- what is legal -----------------------------------------------------------------------------------------------


@njit(types.int64(T, S, types.int64))
def room(t: Record, s: Record, box: int) -> int:
    """Return how many more tokens of the acting player a box can hold (STK-25)."""
    return min(s.tokens, t.boxes[s.character[s.current], box] - s.boxes[box])


@njit
def can_play_strike(t: Record, s: Record, card: int) -> bool:
    """Tell whether the acting player may play a Strike card (STK-31, STK-32, STK-33, STK-V7)."""
    first, second = t.strike_boxes[card, 0], t.strike_boxes[card, 1]
    if s.tokens < 2 or room(t, s, first) < 1 + (first == second) or room(t, s, second) < 1:
        return False
    at = t.strike_at[card]
    placed = s.victories[at]
    if placed == t.n_victories or s.victory_supply == 0 or s.megadrones[at] > 0:
        return False
    return s.strikers[s.current, at] >= t.own_strikers and s.present[at] >= t.victory_strikers[placed]


@njit
def can_refuel(t: Record, s: Record) -> bool:
    """Tell whether a Grow Ranks may give energy (STK-18, STK-R20)."""
    if room(t, s, GROW_BOX) < 1 or s.energy[s.current] >= t.energy_max:
        return False
    for which in range(2):
        if t.when[s.character[s.current], which] == INSTEAD_OF_GROW and power_works(t, s, which):
            return True
    return False


@njit
def legal_grow(t: Record, s: Record, actions: Record, n: int) -> int:
    """List where a striker may be added, and the energy in its place (STK-26, STK-18)."""
    if room(t, s, GROW_BOX) > 0:
        for at in range(t.n_locations):
            if can_add(t, s, s.current, at):
                actions[n] = GROW + at
                n += 1
    if can_refuel(t, s):
        actions[n] = REFUEL
        n += 1
    return n


@njit
def legal_disassemble(t: Record, s: Record, actions: Record, n: int) -> int:
    """List the pieces within reach (STK-28)."""
    if room(t, s, DISASSEMBLE_BOX) < 1:
        return n
    need = megadrone_need(t, s)
    for at in range(t.n_locations):
        own = s.strikers[s.current, at]
        if own > 0 and s.drones[at] > 0:
            actions[n] = DISASSEMBLE + at
            n += 1
        if own >= need and s.megadrones[at] > 0:
            actions[n] = DISASSEMBLE + MEGADRONE * PLACES + at
            n += 1
    return n


@njit
def legal_draw(t: Record, s: Record, actions: Record, n: int) -> int:
    """List the decks that can be drawn from (STK-29, STK-R1)."""
    if room(t, s, DRAW_BOX) > 0:
        for deck in (STRIKES, ALLIES):
            if can_draw(t, s, s.current, deck):
                actions[n] = DRAW_CARD + deck
                n += 1
    return n


@njit
def legal_cards(t: Record, s: Record, actions: Record, n: int) -> int:
    """List the cards that may be played, those that look the same once (STK-30, STK-31, STK-33)."""
    seat = s.current
    for k in range(s.n_hand[seat]):
        card, first = s.hand[seat, k], 0
        while s.hand[seat, first] != card:
            first += 1
        if first < k:
            continue
        if card >= ALLY:
            if room(t, s, t.ally_box[card - ALLY]) > 0:
                actions[n] = PLAY_ALLY + card - ALLY
                n += 1
        elif can_play_strike(t, s, card):
            actions[n] = PLAY_STRIKE + card
            n += 1
    return n


@njit(types.int64(T, S, types.int64, types.int64, ACTIONS, types.int64))
def list_power(t: Record, s: Record, which: int, here: int, actions: Record, n: int) -> int:
    """List a power with each possibility of its first choice (STK-V36)."""
    program = POWER_PROGRAM + 2 * s.character[s.current] + which
    base = POWER + which * POWER_STRIDE
    if choice_of(t, program, 0) == NO_CHOICE:
        actions[n] = base + NO_VALUE
        return n + 1
    return list_choices(t, s, program, 0, here, actions, n, base)


@njit
def legal_actions(t: Record, s: Record, actions: Record) -> int:
    """List the actions of step 1 (STK-25 .. STK-33, STK-R14)."""
    actions[0] = END
    n = 1
    if s.tokens > 0:
        n = legal_grow(t, s, actions, n)
        if room(t, s, MOBILIZE_BOX) > 0:
            n = list_moves(t, s, s.current, actions, n, MOBILIZE)
        n = legal_disassemble(t, s, actions, n)
        n = legal_draw(t, s, actions, n)
        n = legal_cards(t, s, actions, n)
    for which in range(2):
        if t.when[s.character[s.current], which] == SPEND and power_can_do(t, s, which, 0):
            n = list_power(t, s, which, 0, actions, n)
    return n


@njit
def legal_kick(t: Record, s: Record, actions: Record) -> int:
    """List the ways to settle a kick; paying needs the energy (STK-42, STK-R11)."""
    actions[0] = GIVE_STRIKER
    if s.energy[s.seat] - t.energy_min < t.kick_energy:
        return 1
    actions[1] = KEEP_STRIKER
    return 2


@njit
def legal_choice(t: Record, s: Record, actions: Record) -> int:
    """List what may be chosen for an effect, and `decline` where it says `may` (STK-V14, V15)."""
    frame = s.frames[s.depth - 1]
    n = list_targets(t, s, frame, actions, 0, CHOOSE)
    if t.may[program_of(s, frame), frame[F_EFFECT]]:
        actions[n] = DECLINE
        n += 1
    return n


@njit(types.int64(T, S, ACTIONS))
def legal(t: Record, s: Record, actions: Record) -> int:
    """Write the codes of all legal actions of `s.seat` and return how many there are (at least one)."""
    if s.phase == MAIN:
        return legal_actions(t, s, actions)
    if s.phase == KICK:
        return legal_kick(t, s, actions)
    if s.phase == CHOICE:
        return legal_choice(t, s, actions)
    if s.phase == GIVING_ALLY:
        for seat in range(t.players):
            actions[seat] = GIVE_ALLY + seat
        return t.players
    actions[0] = DECLINE
    if s.phase == MOBILIZING:
        return list_moves(t, s, s.seat, actions, 1, MOBILIZE)
    frame = s.frames[s.depth - 1]
    return list_power(t, s, int(frame[F_SEAT]), int(frame[F_HERE]), actions, 1)


# ---- what an action does -----------------------------------------------------------------------------------------


@njit(types.void(S, types.int64))
def place_token(s: Record, box: int) -> None:
    """Put an action token in a box (STK-25)."""
    s.boxes[box] += 1
    s.tokens -= 1


@njit
def refuel(t: Record, s: Record) -> None:
    """Gain energy with a Grow Ranks (STK-18)."""
    place_token(s, GROW_BOX)
    for which in range(2):
        if t.when[s.character[s.current], which] == INSTEAD_OF_GROW and power_works(t, s, which):
            gain_energy(t, s, s.current, t.amount[POWER_PROGRAM + 2 * s.character[s.current] + which, 0])
            return


@njit
def play_ally(t: Record, s: Record, card: int) -> None:
    """Play an Ally card (STK-30)."""
    place_token(s, t.ally_box[card])
    discard(s, s.current, ALLY + card)
    s.seat_metrics[s.current, ALLY_CARDS] += 1
    push(s, ALLY_CARD, card, 0)


@njit
def somebody_has_room(t: Record, s: Record) -> bool:
    """Tell whether some hand is not full."""
    for seat in range(t.players):
        if s.n_hand[seat] < t.hand_limit:
            return True
    return False


@njit
def play_strike(t: Record, s: Record, card: int) -> None:
    """Play a Strike card: place a Victory and score, then let an Ally be given (STK-31, STK-32, STK-R6, STK-R20)."""
    for k in range(2):
        place_token(s, t.strike_boxes[card, k])
    discard(s, s.current, card)
    at = t.strike_at[card]
    placed = s.victories[at]
    s.victories[at] += 1
    s.victory_supply -= 1
    s.score += t.victory_points[placed]
    s.level = level_at(t, s.score)
    s.seat_metrics[s.current, STRIKE_CARDS] += 1
    s.metrics[FIRST_VICTORIES + min(placed, 2)] += 1
    if s.score >= t.points_to_win:  # STK-10
        finish_game(t, s, WIN, STRIKERS_POINTS)
    elif can_supply(t, s, ALLIES) and somebody_has_room(t, s):
        s.phase = GIVING_ALLY


@njit
def mobilize(t: Record, s: Record, start: int, end: int) -> None:
    """Move a striker: the acting player's, or that of a player told to (STK-27, STK-R13)."""
    if s.phase == MOBILIZING:
        s.frames[s.depth - 1, F_UNIT] += 1
        shift_striker(s, s.seat, start, end)
    else:
        place_token(s, MOBILIZE_BOX)
        move_own(t, s, start, end)


@njit
def disassemble(t: Record, s: Record, piece: int, at: int) -> None:
    """Remove a piece (STK-28)."""
    place_token(s, DISASSEMBLE_BOX)
    if piece == MEGADRONE:
        remove_megadrone(t, s, at)
    else:
        remove_drone(t, s, at)


@njit
def grow(s: Record, at: int) -> None:
    """Add a striker (STK-26)."""
    place_token(s, GROW_BOX)
    add_striker(s, s.current, at)


@njit
def draw_card(t: Record, s: Record, deck: int, r: World) -> None:
    """Draw a card (STK-29)."""
    place_token(s, DRAW_BOX)
    draw(t, s, s.current, deck, r)


@njit
def decline(s: Record) -> None:
    """Refuse a power, the rest of an effect, or a move (STK-V15, V24)."""
    if s.phase != POWER_OFFER:
        next_effect(s)


@njit
def carry_out(t: Record, s: Record, action: int, r: World) -> None:
    """Do what an action code says, as far as no decision follows."""
    if action >= POWER:
        which, value = (action - POWER) // POWER_STRIDE, (action - POWER) % POWER_STRIDE
        use_power(t, s, which, value, r)
    elif action >= CHOOSE:
        take_choice(t, s, action - CHOOSE, r)
    elif action >= MOBILIZE:
        mobilize(t, s, (action - MOBILIZE) // PLACES, (action - MOBILIZE) % PLACES)
    elif action >= PLAY_ALLY:
        play_ally(t, s, action - PLAY_ALLY)
    elif action >= PLAY_STRIKE:
        play_strike(t, s, action - PLAY_STRIKE)
    elif action >= DISASSEMBLE:
        disassemble(t, s, (action - DISASSEMBLE) // PLACES, (action - DISASSEMBLE) % PLACES)
    elif action >= GROW:
        grow(s, action - GROW)
    elif action >= GIVE_ALLY:
        draw(t, s, action - GIVE_ALLY, ALLIES, r)
    elif action >= DRAW_CARD:
        draw_card(t, s, action - DRAW_CARD, r)
    elif action == REFUEL:
        refuel(t, s)
    elif action == DECLINE:
        decline(s)
    elif action == END:
        end_actions(t, s, r)
    else:
        settle_kick(t, s, s.frames[s.depth - 1, F_HERE], action == KEEP_STRIKER)


@njit(types.void(T, S, types.int64, WORLD))
def apply(t: Record, s: Record, action: int, r: World) -> None:
    """Carry out one legal action; chance comes from the world `r`."""
    clear_log(s)
    carry_out(t, s, action, r)
    if s.phase != GIVING_ALLY or (action >= GIVE_ALLY and action < GROW):
        advance(t, s, r)


# ---- what the kernel asks ----------------------------------------------------------------------------------------


@njit(types.boolean(S))
def is_over(s: Record) -> bool:
    """Tell whether the game has ended."""
    return s.outcome != RUNNING


@njit(types.float64(S, types.int64))
def value(s: Record, seat: int) -> float:
    """Return 1 for every seat if the Strikers have won, else 0."""
    return 1.0 if s.outcome == WIN else 0.0


@njit(types.void(T, S, types.int64))
def hide(t: Record, s: Record, seat: int) -> None:
    """Blank the log of chance; hands are open, and the order of the decks, which nobody knows, is not stored."""
    close_log(s)
