/** Keeps the state of a graph in a file, so that another process can continue it. Replaces a database. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { deserialize, serialize } from 'node:v8';
import { MemorySaver } from '@langchain/langgraph';

export class FileSaver extends MemorySaver {
  readonly #file: string;

  constructor(file: string) {
    super();
    this.#file = file;
    if (existsSync(file)) Object.assign(this, deserialize(readFileSync(file)));
  }

  override async put(...given: Parameters<MemorySaver['put']>) {
    const config = await super.put(...given);
    this.#write();
    return config;
  }

  override async putWrites(...given: Parameters<MemorySaver['putWrites']>) {
    await super.putWrites(...given);
    this.#write();
  }

  #write(): void {
    writeFileSync(this.#file, serialize({ storage: this.storage, writes: this.writes }));
  }
}
