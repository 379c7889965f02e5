/**
 * What must be undone before the process ends: servers, temporary folders. Undone in the reverse order, each once,
 * and one failure does not keep the rest from being undone.
 */
type Undo = () => Promise<void> | void;

export class Cleanup {
  readonly #pending: Undo[] = [];
  readonly #parent: Cleanup | null;
  #closed = false;
  #running: Promise<void> | null = null;

  /** @param parent undoes what is registered here too, and closes this with itself. */
  constructor(parent: Cleanup | null = null) {
    this.#parent = parent;
    parent?.add(() => this.run());
  }

  /**
   * @returns a function that undoes it now, and waits for that; calling it again does nothing.
   * @throws where everything is being taken down already; it is undone at once then.
   */
  add(undo: Undo): () => Promise<void> {
    if (this.isClosed()) {
      void undo();
      throw new Error('interrupted');
    }
    let done: Promise<void> | null = null;
    const once = (): Promise<void> => {
      done ??= Promise.resolve(undo());
      return done;
    };
    this.#pending.push(once);
    return once;
  }

  /** Two who ask for it at once wait for the same: a folder must not go before the servers that write to it. */
  run(): Promise<void> {
    this.#running ??= this.#undoAll().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  async #undoAll(): Promise<void> {
    for (let undo = this.#pending.pop(); undo !== undefined; undo = this.#pending.pop()) {
      try {
        await undo();
      } catch (error) {
        process.stderr.write(
          `could not clean up: ${error instanceof Error ? error.message : String(error)}\n`,
        );
      }
    }
  }

  /** Nothing may be started any more, and what was started is undone. */
  close(): Promise<void> {
    this.#closed = true;
    return this.run();
  }

  isClosed(): boolean {
    return this.#closed || (this.#parent?.isClosed() ?? false);
  }
}
