/**
 * The embedded fonts, with a layout that never fails. Only alphabets are shaped by their rules. Scripts that need the
 * library's syllable machines, which throw on some texts, are set sign by sign from left to right.
 */
import { readFileSync } from 'node:fs';
import { create, type Font, type GlyphRun } from 'fontkit';
import { hasRightToLeft } from './direction.ts';
import { FONT_FILES, type FontName } from './theme.ts';

const ALPHABETS =
  /^[\p{sc=Common}\p{sc=Inherited}\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Armenian}\p{sc=Georgian}]*$/u;

export function openFonts(): Map<FontName, Font> {
  const files = Object.entries(FONT_FILES) as [FontName, string][];
  return new Map(
    files.map(([name, file]) => {
      const bytes = readFileSync(new URL(`./fonts/${file}`, import.meta.url));
      return [name, withFallbackLayout(create(bytes) as Font)];
    }),
  );
}

/** Changes the font so that text whose layout fails is set without a layout. @returns the same font. */
export function withFallbackLayout(font: Font): Font {
  const layout = font.layout.bind(font);
  font.layout = (text, features) => {
    const isAlphabet = ALPHABETS.test(text);
    const isRightToLeft = !isAlphabet && hasRightToLeft(text);
    // Without a named script the library detects it, and from it the direction.
    const script = isAlphabet || isRightToLeft ? undefined : 'latn';
    try {
      return layout(text, features, script, undefined, isRightToLeft ? undefined : 'ltr');
    } catch {
      return bareRun(font, text);
    }
  };
  return font;
}

/** The part of a run that pdfkit reads; it scales the positions before it asks for their sum. */
function bareRun(font: Font, text: string): GlyphRun {
  const glyphs = font.glyphsForString(text);
  const positions = glyphs.map(({ advanceWidth: xAdvance }) => ({
    xAdvance,
    yAdvance: 0,
    xOffset: 0,
    yOffset: 0,
  }));
  const run = {
    glyphs,
    positions,
    get advanceWidth() {
      return positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0);
    },
  };
  return run as unknown as GlyphRun;
}
