// The moves of the game beside its board: a line for each, live. Choosing one looks back; after the
// game a tug of war runs along the lines, and the move that threw the win away is marked.

import { button, html, refill, say, set } from "../common/dom.js";
import { Block, Call, Split, leftBy, readMove } from "../common/moves.js";
import { ORDER, person, positionText, taken, took, machineName, missed, by } from "../common/speech.js";
import { sayProblem } from "../common/trouble.js";
import { integer, t } from "../common/words.js";

/** @typedef {import("./state.js").Session} Session */

export class MoveList {
  /**
   * @param {() => Session | null} session
   * @param {(ply: number) => void} look
   * @param {(id: string, ply: number) => void} goBack to the game that this one is a branch of
   */
  constructor(session, look, goBack) {
    this.session = session;
    this.look = look;
    this.goBack = goBack;
    this.painted = "";
    /** @type {{key: string, line: HTMLButtonElement, sign: HTMLElement}[]} */ this.lines = [];
    this.latest = html("span.latest");
    this.branch = html("p.branch", { hidden: true });
    this.sides = html("p.sides", { "aria-hidden": "true" });
    this.list = html("ol.move-list", { keydown: this.press.bind(this) });
    this.sheet = html(
      "details",
      { open: true },
      html("summary", html("h2", t("web.moves")), this.latest),
      this.sides,
      this.list,
    );
    this.element = html("section.moves", { "aria-label": t("web.moves") }, this.branch, this.sheet);
  }

  reset() {
    this.painted = "";
    this.lines = [];
    refill(this.list);
  }

  paint() {
    const session = this.session();
    if (!session) return;
    this.paintBranch(session);
    this.paintLines(session);
    this.paintJudgements(session);
    const state = `${session.ply} ${session.shown} ${this.lines.length}`;
    if (state === this.painted) return;
    this.painted = state;
    const last = session.match.moves[session.ply - 1];
    const text = last ? `${integer(session.ply)}. ${brief(session, last)}` : "";
    say(this.latest, text);
    this.lines.forEach(({ line }, ply) => {
      const isHere = ply === session.ply;
      set(line, { "aria-current": isHere ? "step" : null, tabindex: isHere ? 0 : -1 });
      if (isHere) this.uncover(line);
    });
  }

  /** Lines stay as they are while the game goes on; what was taken back goes. @param {Session} session */
  paintLines(session) {
    const { match, shown } = session;
    let position = match.start;
    for (let ply = 0; ply <= shown; ply += 1) {
      const take = match.moves[ply - 1];
      if (take) position = leftBy(position, take, match.states?.[ply]);
      const key = String(position);
      if (this.lines[ply]?.key === key) continue;
      this.cut(ply);
      const sign = html("span.tug", { "aria-hidden": "true" });
      const line = this.line(session, ply, take, position, sign);
      this.lines.push({ key, line, sign });
      this.list.append(html("li", line));
    }
    this.cut(shown + 1);
  }

  /** @param {number} length */
  cut(length) {
    if (this.lines.length <= length) return;
    this.lines.length = length;
    while (this.list.children.length > length) this.list.lastElementChild?.remove();
    this.painted = "";
  }

  /**
   * Number, who, what was taken, what is left.
   * @param {Session} session
   * @param {number} ply
   * @param {bigint[] | undefined} take
   * @param {bigint[]} position
   * @param {HTMLElement} sign
   */
  line(session, ply, take, position, sign) {
    const seat = session.seat(Math.max(0, ply - 1));
    const left = positionText(session.game.forbidding ? [...position] : position, "·");
    const seen = {
      number: take ? `${integer(ply)}.` : "",
      who: take ? called(session, seat) : "",
      what: take ? brief(session, take) : t("web.moves.start"),
      left,
    };
    const spoken = [
      take ? t("match.viewing", { number: ply }) : t("web.moves.start.word"),
      ...(take ? [took(session, seat, take)] : []),
      t("web.moves.leaves", { position: left }),
    ].join(" ");
    return button(
      "look",
      html("span.spoken", spoken),
      () => this.look(ply),
      { class: "move", "data-ply": ply },
      ...Object.entries(seen).map(([name, text]) => html("span", { class: name, "aria-hidden": "true" }, text)),
      sign,
    );
  }

  /** @param {Session} session */
  paintJudgements(session) {
    const { judged } = session;
    const wasJudged = this.element.classList.toggle("judged", Boolean(judged));
    if (!judged) return;
    if (wasJudged && this.judged === judged) return;
    this.judged = judged;
    refill(
      this.sides,
      html("span.tug-name", t("web.history")),
      ...[0, 1].map((seat) => html("span", { class: `leader-${seat}` }, called(session, seat))),
    );
    for (const move of judged.moves) this.mark(move, move.ply === judged.decisive);
    this.painted = "";
    this.sheet.open = true;
  }

  /** @type {any} */ judged = null;

  /** A dot on the side of whoever stood to win after the move. @param {any} move @param {boolean} isDecisive */
  mark(move, isDecisive) {
    const known = this.lines[move.ply + 1];
    if (!known) return;
    const { line, sign } = known;
    line.classList.toggle("decisive", isDecisive);
    sign.className = `tug ${move.judgement} leader-${move.leader}`;
    const dot = html("span.dot", move.judgement === "thrown" ? "×" : "");
    refill(sign, dot);
    set(line, { title: move.text });
    line.querySelector(".judged-text")?.remove();
    line.append(html("span.spoken.judged-text", ` ${move.text}.`));
  }

  /** @param {Session} session */
  paintBranch({ branch }) {
    set(this.branch, { hidden: !branch });
    const shape = branch ? `${branch.of} ${branch.ply}` : "";
    if (!branch || this.branch.dataset.shape === shape) return;
    this.branch.dataset.shape = shape;
    refill(
      this.branch,
      html("span", t("web.branch", { number: branch.ply + 1 })),
      button("original", t("web.branch.back"), () => this.goBack(branch.of, branch.ply)),
    );
  }

  /** Scroll the list alone, never the page. @param {HTMLElement} line */
  uncover(line) {
    const { list } = this;
    const [from, to] = [line.offsetTop, line.offsetTop + line.offsetHeight];
    if (from < list.scrollTop) list.scrollTop = from;
    else if (to > list.scrollTop + list.clientHeight) list.scrollTop = to - list.clientHeight;
  }

  /** Up and down go from line to line. @param {KeyboardEvent} event */
  press(event) {
    const by = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    const session = this.session();
    if (!by || !session) return;
    event.preventDefault();
    const next = Math.min(Math.max(session.ply + by, 0), this.lines.length - 1);
    this.look(next);
    this.lines[next]?.line.focus();
  }
}

/** A seat in a word; a list has no room for the names of machines. @param {Session} session @param {number} seat */
function called(session, seat) {
  const who = person(session, seat);
  return t(`web.moves.who.${who === "named" ? ORDER[seat] : who}`);
}

/** What a move takes, in as few words as a list has room for. @param {Session} session @param {bigint[]} take */
function brief({ game }, take) {
  const [first = 0n, second] = take;
  if (take instanceof Call) return t("web.moves.call", { number: take.number });
  if (take instanceof Block) return `× ${taken(game, take)}`;
  if (take instanceof Split) {
    const heap = take.findIndex((amount) => amount > 0n);
    const name = t(`words.${game.nouns.heap}.label`, { number: heap + 1 });
    const [smaller = 0n, larger = 0n] = take.left.slice(heap, heap + 2);
    return t("web.moves.split", { heap: name, count: take[heap] ?? 0n, smaller, larger });
  }
  if (take.length === 2 && first === second) return t("web.moves.each", { count: first });
  const parts = take.flatMap((count, heap) => {
    const name = t(`words.${game.nouns.heap}.label`, { number: heap + 1 });
    return count ? [t("web.moves.part", { heap: name, count })] : [];
  });
  return parts.join(", ");
}

// After the game, beside its board: where it was decided, what would have won there, one next step.

/** @typedef {{label: string, go: () => Promise<void> | void}} Step */

export class Review {
  /** @param {import("./page.js").PlayPage} page */
  constructor(page) {
    this.page = page;
    this.wanted = "";
    /** @type {Step | null} */ this.step = null;
    this.text = html("p.verdict", { "aria-live": "polite" });
    this.next = button("next-step", "", () => void this.go(), { class: "primary" });
    this.element = html(
      "section.review",
      { hidden: true, "aria-label": t("web.review") },
      html("h2", t("web.review")),
      this.text,
      this.next,
    );
  }

  reset() {
    this.wanted = "";
  }

  paint() {
    const { session } = this.page;
    const isShown = Boolean(session?.match.over && session.shown === session.match.ply && session.match.ply);
    set(this.element, { hidden: !isShown });
    if (!session || !isShown) return;
    const wanted = `${session.match.id} ${session.match.moves.join(";")}`;
    if (this.wanted !== wanted) {
      this.wanted = wanted;
      say(this.text, "");
      set(this.next, { hidden: true });
      void this.load(session);
    }
    if (session.judged) this.tell(session);
  }

  /** @param {Session} session */
  async load(session) {
    try {
      session.judged = await session.history();
      session.view(session.viewed);
    } catch (problem) {
      sayProblem(this.text, problem, () => void this.load(session));
    }
  }

  /** @param {Session} session */
  tell(session) {
    const { judged, viewed } = session;
    const move = viewed === null ? null : judged.moves[viewed - 1];
    this.step = viewed === null ? this.nextStep(session) : null;
    set(this.next, { hidden: this.step === null });
    if (this.step) say(this.next, this.step.label);
    if (viewed === null) say(this.text, verdict(session));
    else if (session.missed) say(this.text, t("web.review.missed", { number: session.missed.ply + 1 }));
    else say(this.text, move ? judgement(session, move) : t("web.moves.start.word"));
  }

  /** Take the next step; where its button goes with it, the focus goes to the board. */
  async go() {
    await this.step?.go();
    const hasFocus = [this.next, document.body].includes(/** @type {any} */ (document.activeElement));
    if (hasFocus && !this.next.checkVisibility()) this.page.rest();
  }

  /**
   * One thing to do now: see the mistake that counts most for whoever looks; without one, begin from
   * the other side or meet a stronger machine.
   * @param {Session} session
   * @returns {Step | null}
   */
  nextStep(session) {
    const { rounds } = this.page;
    const { match, judged } = session;
    const show = this.showStep("web.next.show", judged.moves[judged.decisive ?? -1]);
    if (session.isWatching || !session.isAgainstMachine) return show;
    if (!session.holds(match.winner)) {
      const label = t(session.mySeat === 1 ? "web.me_first" : "web.machine_first");
      return show ?? { label, go: () => rounds.letBegin() };
    }
    // The win came from the machine's mistake; one's own, before it, teaches more.
    const isOwn = (/** @type {any} */ move) => move.better.length > 0 && session.holds(move.player);
    const own = this.showStep("web.next.own", judged.moves.findLast(isOwn));
    if (own) return own;
    const level = rounds.strongerLevel();
    if (!level) return show ?? { label: t("match.again"), go: () => rounds.newGame() };
    return { label: t("web.next.level", { level: level.title }), go: () => rounds.setLevel(level.name) };
  }

  /** To the board before a move, where there is such a move. @param {string} key @param {any} move @returns {Step | null} */
  showStep(key, move) {
    if (!move) return null;
    const go = () => {
      this.page.look(move.ply);
      this.page.lookBar.focus();
    };
    return { label: t(key, { number: move.ply + 1 }), go };
  }
}

/** Where the game was decided, and what would have won there. @param {Session} session */
function verdict(session) {
  const mistake = session.judged.moves[session.judged.decisive ?? -1];
  if (!mistake) return t("match.flawless");
  const number = mistake.ply + 1;
  const who = person(session, mistake.player);
  const name = machineName(session, mistake.player);
  const better = by(session.game, readMove(mistake.better[0]));
  return t(`match.decided.${who}`, { name, number, better });
}

/** What a move was worth and, where it threw the win away, what would have won. @param {Session} session @param {any} move */
function judgement(session, move) {
  const said = sentence(move.text);
  return move.better.length ? `${said} ${missed(session, move)}` : said;
}

/** @param {string} text */
function sentence(text) {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`;
}
