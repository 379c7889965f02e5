/** The limits of Block Kit, as Slack's reference states them. */
type Json = Record<string, unknown>;

const BLOCKS_IN_MESSAGE = 50;
const BLOCKS_IN_VIEW = 100;

/** @returns the faults, in words like Slack's. */
export function blockFaults(blocks: unknown, surface: 'message' | 'view'): string[] {
  if (!Array.isArray(blocks)) return ['must be an array: blocks'];
  const faults: string[] = [];
  const most = surface === 'message' ? BLOCKS_IN_MESSAGE : BLOCKS_IN_VIEW;
  if (blocks.length > most) faults.push(`no more than ${most} items allowed: blocks`);
  blocks.forEach((block: Json, at) => {
    const check = CHECKS[String(block.type)];
    const place = `/blocks/${at}`;
    if (check === undefined) faults.push(`unsupported type: ${block.type} [${place}]`);
    else faults.push(...check(block).map((what) => `${what} [${place}]`));
  });
  return faults;
}

const CHECKS: Record<string, (block: Json) => string[]> = {
  header: ({ text }) => textFaults(text, 150, ['plain_text']),
  divider: () => [],
  section({ text, fields }) {
    if (text === undefined && fields === undefined) return ['missing required field: text'];
    return [
      ...(text === undefined ? [] : textFaults(text, 3000)),
      ...(fields === undefined ? [] : listFaults(fields, 10, (field) => textFaults(field, 2000))),
    ];
  },
  context: ({ elements }) => listFaults(elements, 10, (element) => textFaults(element, 3000)),
  actions: ({ elements }) => listFaults(elements, 25, buttonFaults),
  input({ label, element }) {
    const { type, options } = element as Json;
    const known = ['plain_text_input', 'radio_buttons'].includes(String(type));
    return [
      ...textFaults(label, 2000, ['plain_text']),
      ...(known ? [] : [`unsupported type: ${type}`]),
      ...(type === 'radio_buttons'
        ? listFaults(options, 10, (option) => textFaults((option as Json).text, 75))
        : []),
    ];
  },
};

function listFaults(list: unknown, most: number, check: (item: unknown) => string[]): string[] {
  if (!Array.isArray(list) || list.length === 0) return ['must have at least one item'];
  return [...(list.length > most ? [`no more than ${most} items allowed`] : []), ...list.flatMap(check)];
}

function textFaults(text: unknown, most: number, kinds = ['plain_text', 'mrkdwn']): string[] {
  const { type, text: content, emoji, verbatim } = (text ?? {}) as Json;
  if (!kinds.includes(String(type))) return [`unsupported type: ${type}`];
  if (typeof content !== 'string' || content.length === 0) return ['must be more than 0 characters'];
  const faults = content.length > most ? [`must be less than ${most + 1} characters`] : [];
  if (type === 'mrkdwn' && emoji !== undefined) faults.push('additional property: emoji');
  if (type === 'plain_text' && verbatim !== undefined) faults.push('additional property: verbatim');
  return faults;
}

function buttonFaults(element: unknown): string[] {
  const { type, text, action_id: action, value, style } = element as Json;
  const faults = textFaults(text, 75, ['plain_text']);
  if (type !== 'button') faults.push(`unsupported type: ${type}`);
  if (String(action).length > 255) faults.push('action_id must be less than 256 characters');
  if (String(value).length > 2000) faults.push('value must be less than 2001 characters');
  if (style !== undefined && style !== 'primary' && style !== 'danger')
    faults.push('style must be a valid value');
  return faults;
}

/** The faults of a modal. */
export function viewFaults(view: Json): string[] {
  const faults = blockFaults(view.blocks, 'view');
  if (view.type !== 'modal') faults.push(`unsupported type: ${view.type}`);
  for (const name of ['title', 'submit', 'close'])
    if (name === 'title' || view[name] !== undefined)
      faults.push(...textFaults(view[name], 24, ['plain_text']));
  if (String(view.private_metadata ?? '').length > 3000) faults.push('private_metadata too long');
  const hasInput = (view.blocks as Json[]).some(({ type }) => type === 'input');
  if (hasInput && view.submit === undefined) faults.push('submit is required when there are inputs');
  return faults;
}
