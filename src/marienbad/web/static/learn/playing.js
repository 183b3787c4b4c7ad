// A task that is played: win from a position; choose first who begins; or judge whether it is to
// leave. A wrong move is answered on the board by the move that refutes it, and then taken back.

import { getJson } from "../common/api.js";
import { button, html, pause, refill, set } from "../common/dom.js";
import { by } from "../common/speech.js";
import { t } from "../common/words.js";
import { Round } from "../board/round.js";

/** @typedef {import("../common/model.js").Game} Game */
/** @typedef {import("./lessons.js").Task} Task */

/**
 * Whoever gives the tasks is told of a right and of a wrong answer, and of each new position; to a
 * right one there may be more to say.
 * @typedef {{right: () => string[], wrong: () => void, changed: () => void}} Giver
 */

/** How long a refutation is looked at, in milliseconds. */
const REFUTED = 1600;

export class Playing {
  /** @param {Giver} giver */
  constructor(giver) {
    this.giver = giver;
    this.round = new Round((game, move, left) => this.play(game, move, left));
    /** @type {Task | null} */ this.task = null;
    /** @type {bigint[][]} The positions from which the pupil has played. */
    this.past = [];
    /** Whether nothing is played: a question is to be answered. */
    this.isAsking = false;
    /** Whether a wrong answer is tried on the board: then no move wins. */
    this.isTrying = false;
    this.answers = html("div.acts.answers", { role: "group", hidden: true });
    this.round.act.append(this.answers);
    this.element = html("div.playing", this.round.board.element, this.round.act);
  }

  /** @param {Task} task @param {Game} game */
  async begin(task, game) {
    this.task = task;
    this.past = [];
    this.round.begin(game, task.position);
    if (task.as === "play") await this.start(task.begins);
    else this.ask();
  }

  close() {
    this.round.rounds += 1;
  }

  /** Whether the pupil may play, and a move wins. */
  get isWinnable() {
    return !this.isAsking && !this.isTrying && this.round.choice.situation !== null;
  }

  get isOpen() {
    return this.isAsking || this.round.choice.situation !== null;
  }

  /** @param {...string} sentences */
  ask(...sentences) {
    const { round, task } = this;
    const question = task?.as === "judge" ? "judge" : "choose";
    this.isAsking = true;
    this.isTrying = false;
    if (task) round.put(task.position);
    const knobs = (question === "judge" ? ["machine", "pupil"] : ["pupil", "machine"]).map((who) =>
      button("answer", t(`learn.${question}.${who}`), () => void this.answer(who), { "data-answer": who }),
    );
    refill(this.answers, ...knobs);
    set(this.answers, { hidden: false, "aria-label": t(`learn.task.${question}`) });
    round.tell(...sentences);
    this.giver.changed();
    if (sentences.length) knobs[0]?.focus({ preventScroll: true });
  }

  /** To leave is what the machine should begin from. @param {string} who */
  async answer(who) {
    const { giver, round, task } = this;
    if (!task) return;
    const isRight = who === task.begins;
    this.isAsking = false;
    set(this.answers, { hidden: true });
    if (!isRight) giver.wrong();
    if (isRight && task.as === "judge") this.end(t("learn.right"));
    else if (isRight) await this.start(task.begins);
    else if (who === "machine") await round.attempt(() => this.refuteByMove(task));
    else {
      this.isTrying = true;
      await this.turn(task.position, t("learn.try"));
    }
  }

  /** It is not to leave: whoever is to play wins so. @param {Task} task */
  async refuteByMove(task) {
    const { round } = this;
    const { game } = round;
    const isLate = round.late();
    const reply = await this.reply(task.position);
    if (!game || isLate()) return;
    const sentence = await round.follow(reply, (move) => t("learn.refuted", { move: by(game, move) }));
    if (sentence === null) return;
    await pause(REFUTED);
    if (!isLate()) this.ask(sentence);
  }

  /** @param {"pupil" | "machine"} who */
  async start(who) {
    const { round } = this;
    set(this.answers, { hidden: true });
    if (who === "pupil") await this.turn(round.start, t("learn.begin"));
    else {
      round.tell(t("match.thinking"));
      // It loses whatever it does: so let it do now this, now that.
      await round.attempt(async () => this.machine(await this.reply(round.start, "novice")));
    }
  }

  /** What a player does. @param {readonly bigint[]} position @param {"perfect" | "novice"} player */
  reply(position, player = "perfect") {
    const game = this.round.game?.game;
    return getJson("/api/reply", { game, position: position.join(","), player });
  }

  /** @param {bigint[]} position @param {...string} sentences */
  async turn(position, ...sentences) {
    const { round } = this;
    this.isAsking = false;
    await round.attempt(async () => void (await round.turn(position, ...sentences)));
    // The answer that was pressed is gone: the board has the focus.
    const isAnswered = this.task?.as !== "play" && this.past.length === 0;
    if (isAnswered && document.activeElement === document.body) round.focus();
    this.giver.changed();
  }

  /** @param {Game} game @param {bigint[]} move @param {bigint[]} left */
  async play(game, move, left) {
    const { round } = this;
    const from = round.position;
    round.put(left);
    round.tell(round.does("you", move));
    this.giver.changed();
    const query = { game: game.game, position: from.join(","), take: String(move) };
    await round.attempt(async () => {
      const isLate = round.late();
      const answer = await getJson("/api/answer", query);
      if (isLate()) return;
      if (answer.wins) await this.goOn(from, answer);
      else await this.refute(game, from, answer);
    });
  }

  /** @param {bigint[]} from @param {any} answer */
  async goOn(from, answer) {
    const { position } = this.round;
    this.past.push(from);
    if (answer.over) this.end(t("match.won.you"));
    else if (answer.plays_on) await this.turn(position, t("match.turn.you"));
    else await this.machine(answer.reply);
  }

  /** The machine's move is shown, not merely done. @param {any} reply */
  async machine(reply) {
    const { round } = this;
    const isLate = round.late();
    const sentence = await round.follow(reply, (move) => round.does("machine", move));
    if (sentence === null) return;
    const left = round.position;
    if (reply.over) this.end(sentence, t("match.won.you"));
    else if (!reply.plays_on) await this.turn(left, sentence, t("match.turn.you"));
    else {
      const next = await this.reply(left);
      if (!isLate()) await this.machine(next);
    }
  }

  /** @param {Game} game @param {bigint[]} from @param {any} answer */
  async refute(game, from, answer) {
    const { giver, round } = this;
    const isLate = round.late();
    giver.wrong();
    let sentence = t(answer.over ? "learn.wrong.over" : "learn.wrong");
    if (answer.reply) {
      sentence = (await round.follow(answer.reply, (move) => t("learn.refuted", { move: by(game, move) }))) ?? "";
      if (isLate()) return;
    }
    round.tell(sentence);
    await pause(REFUTED);
    if (isLate()) return;
    if (this.isTrying) this.ask(sentence);
    else await this.turn(from, sentence, t("learn.again"));
  }

  get canUndo() {
    return this.past.length > 0 && this.isWinnable;
  }

  undo() {
    const before = this.canUndo ? this.past.pop() : null;
    if (before) void this.turn(before, t("match.turn.you"));
  }

  /** @param {...string} sentences */
  end(...sentences) {
    this.round.end();
    this.round.tell(...sentences, ...this.giver.right());
  }
}
