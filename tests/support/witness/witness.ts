/**
 * A witness written from C2SP tlog-witness and tlog-cosignature. It checks signatures and consistency proofs with code of
 * its own, so that a fault in ours can't hide in it.
 */
import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';

export interface TestWitness {
  /** The submission prefix. */
  url: string;
  vkey: string;
  /** The value of ASSIZE_WITNESSES that names it. */
  setting: string;
  /** Sizes that it has cosigned, in order. */
  cosigned: number[];
  /** Every status that it answered. */
  answered: number[];
  /** Trusts the keys of this log from now on. */
  trust(vkey: string): void;
  /** Answers in another way from now on, and never if that is null; null: as the specification says. */
  behave(answer: Answering | null): void;
  /** The number of requests, answered or not. */
  asked(): number;
  /** As if it had cosigned another history of this size. */
  remember(origin: string, size: number, root: string): void;
}

/** @param specified what the specification says. */
type Answering = (body: string, specified: () => Reply) => Reply | null;

interface Seen {
  size: number;
  root: Buffer;
}

const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');
const SPKI = Buffer.from('302a300506032b6570032100', 'hex');

interface Reply {
  status: number;
  type?: string;
  body: string;
}

/** Closed when the test ends. */
export async function startWitness(
  t: Pick<TestContext, 'after'>,
  name = 'witness.example/w1',
): Promise<TestWitness> {
  const cosigner = new Cosigner(name);
  const answered: number[] = [];
  let asked = 0;
  let otherwise: Parameters<TestWitness['behave']>[0] = null;
  const server = createServer(async (request, response) => {
    const body = await bodyOf(request);
    const isRight = request.method === 'POST' && request.url === '/w/add-checkpoint';
    asked += 1;
    const specified = () => cosigner.answer(body);
    const answer = otherwise ?? specified;
    const reply = isRight ? answer(body, specified) : { status: 404, body: '' };
    if (reply === null) return;
    answered.push(reply.status);
    response.writeHead(reply.status, { 'content-type': reply.type ?? 'text/plain' }).end(reply.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/w`;
  const { vkey, cosigned } = cosigner;
  return {
    ...{ url, vkey, cosigned, answered },
    asked: () => asked,
    setting: `${vkey} ${url}`,
    trust: (log) => cosigner.trust(log),
    behave(wanted) {
      otherwise = wanted;
    },
    remember: (origin, size, root) => cosigner.remember(origin, { size, root: Buffer.from(root, 'base64') }),
  };
}

class Cosigner {
  readonly vkey: string;
  readonly cosigned: number[] = [];
  readonly #name: string;
  readonly #secret: KeyObject;
  readonly #id: Buffer;
  readonly #known = new Map<string, Seen>();
  readonly #logs = new Map<string, { id: Buffer; key: KeyObject }[]>();

  constructor(name: string) {
    const seed = createHash('sha256').update(name).digest();
    this.#name = name;
    this.#secret = createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' });
    const publicKey = createPublicKey(this.#secret).export({ format: 'der', type: 'spki' }).subarray(-32);
    this.#id = keyId(name, 4, publicKey);
    const base64 = Buffer.concat([Buffer.of(4), publicKey]).toString('base64');
    this.vkey = `${name}+${this.#id.toString('hex')}+${base64}`;
  }

  trust(log: string): void {
    const [origin = '', hex = '', base64 = ''] = /^([^+]+)\+([^+]+)\+(.+)$/.exec(log)?.slice(1) ?? [];
    const raw = Buffer.from(base64, 'base64').subarray(1);
    const key = createPublicKey({ key: Buffer.concat([SPKI, raw]), format: 'der', type: 'spki' });
    this.#logs.set(origin, [...(this.#logs.get(origin) ?? []), { id: Buffer.from(hex, 'hex'), key }]);
  }

  remember(origin: string, seen: Seen): void {
    this.#known.set(origin, seen);
  }

  /** In the order of the checks of the specification. */
  answer(body: string): Reply {
    const asked = requestIn(body);
    if (asked === null) return { status: 400, body: '' };
    const { old, proof, text, signatures, origin, size, root } = asked;
    const keys = this.#logs.get(origin);
    if (keys === undefined) return { status: 404, body: '' };
    const isSigned = signatures.some(({ name, bytes }) =>
      keys.some(({ id, key }) => {
        const isOfKey = name === origin && bytes.subarray(0, 4).equals(id);
        return isOfKey && verify(null, Buffer.from(text), key, bytes.subarray(4));
      }),
    );
    if (!isSigned) return { status: 403, body: '' };
    if (old > size) return { status: 400, body: '' };
    const last = this.#known.get(origin) ?? { size: 0, root: Buffer.alloc(0) };
    const conflict = { status: 409, type: 'text/x.tlog.size', body: `${last.size}\n` };
    if (old !== last.size) return conflict;
    if (old === size && old > 0 && !root.equals(last.root)) return conflict;
    if (!isConsistent(last, { size, root }, proof)) return { status: 422, body: '' };
    this.#known.set(origin, { size, root });
    this.cosigned.push(size);
    return { status: 200, body: this.#cosignature(text) };
  }

  #cosignature(text: string): string {
    const at = Math.floor(Date.now() / 1000);
    const time = Buffer.alloc(8);
    time.writeBigUInt64BE(BigInt(at));
    const signature = sign(null, Buffer.from(`cosignature/v1\ntime ${at}\n${text}`), this.#secret);
    const line = Buffer.concat([this.#id, time, signature]).toString('base64');
    // A witness may add signatures of kinds that the log does not know.
    const other = Buffer.alloc(2432, 7).toString('base64');
    return `— ${this.#name} ${other}\n— ${this.#name} ${line}\n`;
  }
}

function keyId(name: string, algorithm: number, key: Uint8Array): Buffer {
  return createHash('sha256')
    .update(`${name}\n`)
    .update(Buffer.of(algorithm))
    .update(key)
    .digest()
    .subarray(0, 4);
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}

function requestIn(body: string) {
  const begin = body.indexOf('\n\n');
  const [first = '', ...proof] = body.slice(0, begin).split('\n');
  const [, old] = /^old (0|[1-9]\d*)$/.exec(first) ?? [];
  const note = body.slice(begin + 2);
  const middle = note.lastIndexOf('\n\n');
  if (old === undefined || begin < 0 || middle < 0 || !note.endsWith('\n') || proof.length > 63) return null;
  const text = note.slice(0, middle + 1);
  const [origin = '', size = '', root = ''] = text.split('\n');
  const signatures = note
    .slice(middle + 2)
    .split('\n')
    .slice(0, -1)
    .map((line) => {
      const [, by = '', base64 = ''] = /^— (\S+) (\S+)$/.exec(line) ?? [];
      return { name: by, bytes: Buffer.from(base64, 'base64') };
    });
  const hashes = proof.map((line) => Buffer.from(line, 'base64'));
  return {
    ...{ old: Number(old), proof: hashes, text, signatures, origin, size: Number(size) },
    root: Buffer.from(root, 'base64'),
  };
}

/** The algorithm of RFC 9162, 2.1.4.2, which verifies the proofs of RFC 6962. */
function isConsistent(before: Seen, after: Seen, given: readonly Buffer[]): boolean {
  if (before.size === 0 || before.size === after.size) return given.length === 0;
  const isPower = Number.isInteger(Math.log2(before.size));
  const [first, ...proof] = isPower ? [before.root, ...given] : given;
  if (first === undefined) return false;
  let [fn, sn] = [before.size - 1, after.size - 1];
  const up = () => {
    fn = Math.floor(fn / 2);
    sn = Math.floor(sn / 2);
  };
  while (fn % 2 === 1) up();
  let [fr, sr] = [first, first];
  for (const hash of proof) {
    if (sn === 0) return false;
    if (fn % 2 === 1 || fn === sn) {
      [fr, sr] = [nodeOf(hash, fr), nodeOf(hash, sr)];
      while (fn % 2 === 0 && fn !== 0) up();
    } else sr = nodeOf(sr, hash);
    up();
  }
  return fr.equals(before.root) && sr.equals(after.root) && sn === 0;
}

function nodeOf(left: Buffer, right: Buffer): Buffer {
  return createHash('sha256').update(Buffer.of(1)).update(left).update(right).digest();
}
