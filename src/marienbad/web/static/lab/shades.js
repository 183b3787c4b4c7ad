// The colours of the map: red for what is to be left, and the shades of the Grundy values.

/** @typedef {import("./tiles.js").Tile} Tile */

/** A point with any position to leave is at least so red. */
const FAINTEST = 0.55;
/** From here on the colours of the values are light, and numbers on them dark. */
const BRIGHT = 0.5;

export class Shades {
  /** @type {number[][]} from the least Grundy value above 0 to the greatest */
  heat = [
    [0, 0, 0],
    [255, 255, 255],
  ];
  /** What is to be left, and the ground. */
  red = "";
  sheet = "";
  /** The greatest value that colours are made for. */
  greatest = 1;

  /** Make colours for values up to this. @param {number[]} values */
  reach(values) {
    const greatest = Math.max(1, ...values);
    // a little more, so that colours do not change with every tile that comes
    this.greatest = Math.ceil(2 ** (Math.ceil(4 * Math.log2(greatest)) / 4));
  }

  /** The points of a tile in colour. @param {Tile} tile */
  picture(tile) {
    const colours = `${this.red} ${this.sheet} ${tile.values ? this.greatest : ""}`;
    if (tile.picture && tile.colours === colours) return tile.picture;
    const { width, height, values, shares } = tile;
    const image = new ImageData(width, height);
    const [red, sheet] = [rgb(this.red), rgb(this.sheet)];
    const shades = values ? Array.from({ length: this.greatest + 1 }, (_, value) => this.shade(value)) : [];
    for (let place = 0; place < shares.length; place++) {
      const share = (shares[place] ?? 0) / 255;
      const ground = values ? (shades[values[place] ?? 0] ?? sheet) : sheet;
      const part = share && Math.max(share, FAINTEST);
      // y grows upwards, the rows of a picture downwards
      const at = 4 * ((height - 1 - Math.floor(place / width)) * width + (place % width));
      for (let ink = 0; ink < 3; ink++) {
        image.data[at + ink] = (red[ink] ?? 0) * part + (ground[ink] ?? 0) * (1 - part);
      }
      image.data[at + 3] = 255;
    }
    tile.picture ??= new OffscreenCanvas(width, height);
    tile.picture.getContext("2d")?.putImageData(image, 0, 0);
    tile.colours = colours;
    return tile.picture;
  }

  /** @param {number} value @returns {number[]} */
  shade(value) {
    const at = Math.max(0, Math.min(this.strength(value), 1)) * (this.heat.length - 1);
    const low = Math.min(Math.floor(at), this.heat.length - 2);
    const [one = [], other = []] = this.heat.slice(low, low + 2);
    return one.map((ink, index) => Math.round(ink + (at - low) * ((other[index] ?? 0) - ink)));
  }

  /** From 0 for the least value above 0 to 1 for the greatest. @param {number} value */
  strength(value) {
    return (value - 1) / Math.max(1, this.greatest - 1);
  }

  /** The ink of a number on the colour of its value. @param {number} value */
  inkOn(value) {
    return this.strength(value) > BRIGHT ? "#1b1210" : "#fffaf4";
  }
}

/** The parts of a colour such as rgb(1, 2, 3). @param {string} colour */
function rgb(colour) {
  return (colour.match(/\d+/gu) ?? []).map(Number);
}

// The words of a text of rules by their kind, for the eye: keywords, numbers, names, comments.

/** @typedef {{statements: string[], counts: string[], before_counts: string, before_condition: string, own: string[], all: string[]}} Keywords */
/** @typedef {"keyword" | "number" | "name" | "comment" | ""} Kind */
/** @typedef {{kind: Kind, text: string, start: number}} Piece */

export class Vocabulary {
  /** @param {Keywords} keywords */
  constructor(keywords) {
    this.keywords = keywords;
    this.known = new Set(keywords.all);
    // what is not made of letters from a to z alone is looked for first, the longest first
    const phrases = keywords.all.filter((word) => !/^[a-z]+$/u.test(word));
    phrases.sort((one, other) => other.length - one.length);
    const written = phrases.map((phrase) => `${phrase.replaceAll(" ", "[ \\t]+")}(?!\\w)|`).join("");
    this.pattern = new RegExp(`(#[^\\n]*)|([0-9]+)|(${written}[A-Za-z_]\\w*)`, "gu");
  }

  /** @param {string} text @returns {Piece[]} the text in pieces, in order */
  pieces(text) {
    /** @type {Piece[]} */ const pieces = [];
    let end = 0;
    for (const match of text.matchAll(this.pattern)) {
      const [whole, comment, number] = match;
      if (match.index > end) pieces.push({ kind: "", text: text.slice(end, match.index), start: end });
      end = match.index + whole.length;
      pieces.push({
        kind: comment ? "comment" : number ? "number" : this.kindOf(whole),
        text: whole,
        start: match.index,
      });
    }
    if (end < text.length) pieces.push({ kind: "", text: text.slice(end), start: end });
    return pieces;
  }

  /** @param {string} word @returns {Kind} */
  kindOf(word) {
    return this.known.has(word.replace(/\s+/gu, " ")) ? "keyword" : "name";
  }

  /**
   * What may be written at a place: statements at the beginning of one, else words and names.
   * @param {string} text @param {number} at
   */
  proposals(text, at) {
    const before = text.slice(0, at);
    const statement = before.slice(Math.max(before.lastIndexOf("\n"), before.lastIndexOf(";")) + 1);
    if (statement.includes("#")) return { word: "", words: [] };
    const word = /[\p{L}_]*$/u.exec(statement)?.[0] ?? "";
    const { statements, counts, before_counts, before_condition, own } = this.keywords;
    const names = this.pieces(text)
      .filter(({ kind, text: name, start }) => kind === "name" && start + name.length !== at)
      .map(({ text: name }) => name);
    const written = this.pieces(statement.slice(0, statement.length - word.length)).filter(({ kind }) => kind);
    const last = written.at(-1)?.text;
    const isHeap = last === before_counts && !written.some(({ text: one }) => one === before_condition);
    const others = [...own.filter((one) => !statements.includes(one) && !counts.includes(one)), ...names];
    const known = last === undefined ? statements : isHeap ? counts : others;
    // who has written a word in full wants no other
    const isWhole = this.known.has(word) || names.includes(word);
    const words = isWhole ? [] : [...new Set(known)].filter((one) => one.startsWith(word));
    return { word, words };
  }
}
