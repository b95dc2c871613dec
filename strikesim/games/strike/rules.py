"""The rules of STRIKE! as the step API: setup, legal, apply, is_over, value, hide.

What is on offer is in offers.py, what cards and powers do in effects.py, and single steps in pieces.py.
"""

from numba import types

from strikesim._jit import Record, njit
from strikesim.games.common import NOBODY, RUNNING, UNFINISHED, WIN
from strikesim.games.log import clear_log, close_log, note
from strikesim.games.strike.effects import run_arrival, run_effects, take_card, take_choice, use_power
from strikesim.games.strike.offers import legal
from strikesim.games.strike.pieces import (
    add_striker,
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
from strikesim.games.strike.powers import refuel_energy, run_triggers
from strikesim.games.strike.state import (
    CHOICE,
    CHOOSE,
    CHOOSE_CARD,
    DECLINE,
    DISASSEMBLE,
    DRAW_CARD,
    FIRST_ALLY,
    GIVE_ALLY,
    GROW,
    KEEP_STRIKER,
    MOBILIZE,
    N_BOXES,
    N_DECKS,
    N_POWERS,
    PLAY_ALLY,
    PLAY_STRIKE,
    POWER,
    REFUEL,
    Box,
    Cause,
    Deck,
    Frame,
    Log,
    PerGame,
    PerSeat,
    Phase,
    Piece,
    Purpose,
    S,
    UnderWay,
)
from strikesim.games.strike.tables import T
from strikesim.rng import WORLD, World, drawn

__all__ = ["apply", "hide", "is_over", "legal", "setup", "value"]

# ---- the turn ----------------------------------------------------------------------------------------------------


@njit
def begin_turn(t: Record, s: Record, seat: int) -> None:
    """Give a player the turn: all tokens free, counters at 0 (STK-25, STK-R8)."""
    s.current, s.step, s.tokens = seat, 1, t.tokens
    s.moves = s.removed = 0
    for at in range(t.n_locations):
        s.arrivals[at] = 0
    for which in range(N_POWERS):
        s.used[which] = 0


@njit
def finish_turn(t: Record, s: Record) -> None:
    """Pass the turn on clockwise (STK-25, STK-R18)."""
    if s.turn >= t.turn_limit:
        finish_game(t, s, UNFINISHED, Cause.TURN_LIMIT)
        return
    s.turn += 1
    begin_turn(t, s, (s.current + 1) % t.players)


@njit
def end_actions(t: Record, s: Record, r: World) -> None:
    """Take the tokens back and draw a Commercial Break, or roll if there is none (STK-25, STK-40, STK-46)."""
    s.step, s.tokens = 2, t.tokens
    for box in range(N_BOXES):
        s.boxes[box] = 0
    if s.n_deck[Deck.BREAK] == 0:
        push(s, UnderWay.EMPTY_DECK, 0, 0)
        return
    card = take_from_deck(s, Deck.BREAK, r)
    s.discard[Deck.BREAK, card] += 1
    s.n_discard[Deck.BREAK] += 1
    note(s, Log.BREAK, 0, card)
    push(s, UnderWay.BREAK, card, 0)


@njit
def advance(t: Record, s: Record, r: World) -> None:
    """Do everything that needs no decision; stop with the phase and the seat of the next one."""
    s.phase = Phase.MAIN
    while s.outcome == RUNNING and s.phase == Phase.MAIN:
        if s.depth == 0:
            if s.step == 1:
                s.seat = s.current
                return
            finish_turn(t, s)
            continue
        kind = s.frames[s.depth - 1, Frame.KIND]
        if kind == UnderWay.TRIGGERS:
            run_triggers(t, s)
        elif kind == UnderWay.ARRIVAL:
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
    for deck in range(N_DECKS):
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
            draw(t, s, seat, Deck.STRIKE, r)
    first = drawn(r, Purpose.FIRST, t.players)  # STK-R10
    note(s, Log.FIRST_PLAYER, first, 0)
    s.first_seat = first
    s.turn = 1
    begin_turn(t, s, first)
    s.seat = first


# ---- what an action does -----------------------------------------------------------------------------------------


@njit(types.void(S, types.int64))
def place_token(s: Record, box: int) -> None:
    """Put an action token in a box (STK-25)."""
    s.boxes[box] += 1
    s.tokens -= 1


@njit
def refuel(t: Record, s: Record) -> None:
    """Gain energy with a Grow Ranks (STK-18)."""
    place_token(s, Box.GROW)
    gain_energy(t, s, s.current, refuel_energy(t, s))


@njit
def play_ally(t: Record, s: Record, card: int) -> None:
    """Play an Ally card (STK-30)."""
    design = card - FIRST_ALLY
    place_token(s, t.ally_box[design])
    discard(s, s.current, card)
    s.seat_metrics[s.current, PerSeat.ALLY_CARDS] += 1
    push(s, UnderWay.ALLY, design, 0)


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
    s.seat_metrics[s.current, PerSeat.STRIKE_CARDS] += 1
    s.metrics[PerGame.FIRST_VICTORIES + min(placed, 2)] += 1
    if s.score >= t.points_to_win:  # STK-10
        finish_game(t, s, WIN, Cause.STRIKERS_POINTS)
    elif can_supply(t, s, Deck.ALLY) and somebody_has_room(t, s):
        s.phase = Phase.GIVE_ALLY


@njit
def mobilize(t: Record, s: Record, choice: int) -> None:
    """Move a striker: the acting player's, or that of a player told to (STK-27, STK-R13)."""
    start, end = CHOICE.start(choice), CHOICE.at(choice)
    if s.phase == Phase.MOBILIZE:
        s.frames[s.depth - 1, Frame.UNIT] += 1
        shift_striker(s, s.seat, start, end)
    else:
        place_token(s, Box.MOBILIZE)
        move_own(t, s, start, end)


@njit
def disassemble(t: Record, s: Record, at: int, piece: int) -> None:
    """Remove a piece (STK-28)."""
    place_token(s, Box.DISASSEMBLE)
    if piece == Piece.MEGADRONE:
        remove_megadrone(t, s, at)
    else:
        remove_drone(t, s, at)


@njit
def grow(s: Record, at: int) -> None:
    """Add a striker (STK-26)."""
    place_token(s, Box.GROW)
    add_striker(s, s.current, at)


@njit
def draw_card(t: Record, s: Record, deck: int, r: World) -> None:
    """Draw a card (STK-29)."""
    place_token(s, Box.DRAW)
    draw(t, s, s.current, deck, r)


@njit
def decline(s: Record) -> None:
    """Refuse a power, the rest of an effect, or a move (STK-V15, V24)."""
    if s.phase != Phase.POWER:
        next_effect(s)


@njit
def begin_action(t: Record, s: Record, action: int, r: World) -> None:
    """Do an action of step 1, or another player's move, as far as no decision follows."""
    if action in MOBILIZE:
        mobilize(t, s, MOBILIZE.choice(action))
    elif action in GROW:
        grow(s, GROW.at(action))
    elif action in DISASSEMBLE:
        disassemble(t, s, DISASSEMBLE.at(action), DISASSEMBLE.piece(action))
    elif action in DRAW_CARD:
        draw_card(t, s, DRAW_CARD.deck(action), r)
    elif action in PLAY_ALLY:
        play_ally(t, s, PLAY_ALLY.card(action))
    elif action in PLAY_STRIKE:
        play_strike(t, s, PLAY_STRIKE.card(action))
    elif action in REFUEL:
        refuel(t, s)
    else:
        end_actions(t, s, r)


@njit
def carry_out(t: Record, s: Record, action: int, r: World) -> None:
    """Do what an action code says, as far as no decision follows."""
    if action in POWER:
        use_power(t, s, POWER.which(action), POWER.choice(action))
    elif action in CHOOSE:
        take_choice(t, s, CHOOSE.choice(action))
    elif action in CHOOSE_CARD:
        take_card(s, CHOOSE_CARD.card(action))
    elif action in GIVE_ALLY:
        draw(t, s, GIVE_ALLY.seat(action), Deck.ALLY, r)
    elif action in DECLINE:
        decline(s)
    elif s.phase == Phase.KICK:
        settle_kick(t, s, s.frames[s.depth - 1, Frame.HERE], action in KEEP_STRIKER)
    else:
        begin_action(t, s, action, r)


@njit(types.void(T, S, types.int64, WORLD))
def apply(t: Record, s: Record, action: int, r: World) -> None:
    """Carry out one legal action; chance comes from the world `r`."""
    clear_log(s)
    carry_out(t, s, action, r)
    if s.phase != Phase.GIVE_ALLY or action in GIVE_ALLY:
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
