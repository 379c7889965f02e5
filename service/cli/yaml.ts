/** How the commands print YAML. */
import { harmlessJson, hasInvisible } from '@assize/evidence-format';
import { printJsonText } from '@assize/evidence-format/terminal';

/** What is between double quotes: `lineWidth` alone would leave line feeds in it. */
const IN_ONE_LINE = { doubleQuotedMinMultiLineLength: Number.MAX_SAFE_INTEGER };

/** A value as a YAML document that is the same to a program. */
export async function printYaml(value: unknown): Promise<void> {
  const { Document, visit } = await import('yaml');
  const document = new Document(value);
  visit(document, {
    Scalar(_, scalar) {
      // Only in such quotes there are escapes. Line feeds do without, in a block.
      if (hasInvisible(String(scalar.value).replaceAll('\n', ''))) scalar.type = 'QUOTE_DOUBLE';
    },
  });
  printJsonText(harmlessJson(document.toString(IN_ONE_LINE).trimEnd()));
}
