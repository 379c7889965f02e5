/** Reads what Adaptive Cards say. */
type Part = { text?: string; inlines?: { text: string }[]; items?: Part[] };

/** The texts of a posted card, a line each, with the address of its button. */
export function textsOf(body: string): { texts: string; url: string | undefined } {
  const [{ content }] = JSON.parse(body).attachments;
  const lines = (parts: readonly Part[]): string[] =>
    parts.flatMap(({ text, inlines, items }) => {
      if (items !== undefined) return lines(items);
      return [text ?? inlines?.map((run) => run.text).join('') ?? ''];
    });
  return { texts: lines(content.body).join('\n'), url: content.actions[0]?.url };
}
