/** On which line of a YAML or JSON file something stands, so that a fault can be found. */

/** @returns the line of what these names lead to, or of the last of them that is there; 1 where the text can't be read. */
export async function linesOfText(text: string): Promise<(field: readonly string[]) => number> {
  const { isCollection, isScalar, LineCounter, parseDocument } = await import('yaml');
  const counter = new LineCounter();
  const parsed = parseDocument(text, { lineCounter: counter });
  return (field) => {
    let node: unknown = parsed.contents;
    for (const name of field) {
      const next = isCollection(node) ? node.get(/^\d+$/.test(name) ? Number(name) : name, true) : undefined;
      if (next === undefined) break;
      node = next;
    }
    const offset = (node as { range?: readonly [number, number, number] | null } | null)?.range?.[0] ?? 0;
    // The text of a block begins on the line after its sign.
    const isBlock = isScalar(node) && /^BLOCK/.test(node.type ?? '');
    return counter.linePos(offset).line + Number(isBlock);
  };
}
