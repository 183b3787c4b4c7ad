// Who sits at a match, seen from this page: one's own seats, a machine, a friend, or nobody's.

export class Seating extends EventTarget {
  /** @param {import("../common/model.js").Match} match @param {(string | null)[]} seats the tokens of the seats that are held here */
  constructor(match, seats) {
    super();
    this.match = match;
    this.seats = seats;
    /** @type {import("../common/model.js").Company | null} Who is there, where that is known. */
    this.company = null;
  }

  /** Who plays at a ply. @param {number} ply */
  seat(ply) {
    return ply % 2;
  }

  /** @param {number | null} seat */
  holds(seat) {
    return seat !== null && this.seats[seat] !== null && this.seats[seat] !== undefined;
  }

  get isWatching() {
    return !this.holds(0) && !this.holds(1);
  }

  get isAgainstMachine() {
    return this.match.players.some((player) => player !== "human");
  }

  get mySeat() {
    return this.holds(0) ? 0 : this.holds(1) ? 1 : null;
  }

  /** Whether two people play this match, not both at this screen. */
  get isShared() {
    return !this.isAgainstMachine && !(this.holds(0) && this.holds(1));
  }

  get isFriendHere() {
    return this.mySeat !== null && this.company?.present[1 - this.mySeat] === true;
  }

  /** By agreement nobody is helped before the end. */
  get isHelpLocked() {
    return this.match.help === "locked" && !this.match.over;
  }

  /** How this page introduces itself to the others at the match. */
  get introduction() {
    return this.isShared ? { token: this.mySeat === null ? null : this.seats[this.mySeat] } : null;
  }

  /** Whether a move is taken back only if the other agrees, who has replied or come to see it. */
  get isUndoAsked() {
    const hasReplied = !this.holds(this.seat(Math.max(0, this.match.ply - 1)));
    const hasCome = this.mySeat === null || this.company?.came[1 - this.mySeat] !== false;
    return this.isShared && (hasReplied || hasCome);
  }
}
