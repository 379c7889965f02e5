/** How the commands print YAML. */
import { harmlessJson, hasInvisible } from '@assize/evidence-format';
import { printJsonText } from '@assize/evidence-format/terminal';

/** Applies to text in double quotes, in which `lineWidth` alone would leave line feeds. */
const IN_ONE_LINE = { doubleQuotedMinMultiLineLength: Number.MAX_SAFE_INTEGER };

/** A value as a YAML document that programs read as the same value. */
export async function printYaml(value: unknown): Promise<void> {
  const { Document, visit } = await import('yaml');
  const document = new Document(value);
  visit(document, {
    Scalar(_, scalar) {
      // Only double quotes allow escapes. Line feeds need none, in a block.
      if (hasInvisible(String(scalar.value).replaceAll('\n', ''))) scalar.type = 'QUOTE_DOUBLE';
    },
  });
  printJsonText(harmlessJson(document.toString(IN_ONE_LINE).trimEnd()));
}
