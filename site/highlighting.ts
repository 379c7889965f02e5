/** Highlights code by classes, whose colours are the dashboard's, since the policy for content forbids styles in the page. */
import { createCssVariablesTheme, type ShikiTransformer } from 'shiki';

const PREFIX = '--code-';

export const theme = createCssVariablesTheme({ name: 'assize', variablePrefix: PREFIX });

/** `color:var(--code-token-keyword)` becomes the class `code-keyword`. */
export const classes: ShikiTransformer = {
  name: 'classes',
  pre(node) {
    delete node.properties.style;
  },
  span(node) {
    const style = String(node.properties.style ?? '');
    const [, kind] = /--code-token-([\w-]+)\)/.exec(style) ?? [];
    delete node.properties.style;
    if (kind !== undefined) this.addClassToHast(node, `code-${kind}`);
  },
};
