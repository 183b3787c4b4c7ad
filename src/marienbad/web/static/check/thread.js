// A check in a thread of its own, which can be cancelled and never holds the page up.

/** @typedef {import("./checker.js").Result} Result */

export class Checking {
  /**
   * @param {string | Blob} certificate
   * @param {(stage: string, part: number) => void} tell
   * @param {(result: Result) => void} answer
   */
  constructor(certificate, tell, answer) {
    this.worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
    this.worker.addEventListener("message", ({ data }) => {
      if (!data.result) {
        tell(data.stage, data.part);
        return;
      }
      this.end();
      answer(data.result);
    });
    this.worker.addEventListener("error", (event) => {
      event.preventDefault();
      this.end();
      answer({ verdict: "given-up", key: "failed", values: {} });
    });
    this.worker.postMessage(certificate);
  }

  /** Nothing more is heard of it. */
  end() {
    this.worker.terminate();
  }
}
