/** Undoes everything that the run started, in reverse order, each thing once, and goes on if one fails. */
type Undo = () => Promise<void> | void;

export class Cleanup {
  readonly #pending: Undo[] = [];
  #closed = false;
  #running: Promise<void> | null = null;

  /** @param parent also undoes everything added here. */
  constructor(parent: Cleanup | null = null) {
    parent?.add(() => this.run());
  }

  /** @returns a function that undoes it now. @throws if the cleanup has already begun, after calling `undo`. */
  add(undo: Undo): () => Promise<void> {
    let done: Promise<void> | null = null;
    const once = (): Promise<void> => (done ??= Promise.resolve(undo()));
    if (this.#closed) {
      void once();
      throw new Error('interrupted');
    }
    this.#pending.push(once);
    return once;
  }

  /**
   * Two callers wait for the same cleanup: a folder must not be removed before the servers that write to it have
   * stopped.
   */
  run(): Promise<void> {
    this.#closed = true;
    this.#running ??= this.#undoAll();
    return this.#running;
  }

  async #undoAll(): Promise<void> {
    for (const undo of this.#pending.toReversed()) {
      try {
        await undo();
      } catch (error) {
        process.stderr.write(`cleaning up failed: ${error instanceof Error ? error.message : error}\n`);
      }
    }
  }
}
