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
