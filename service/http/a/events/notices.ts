/** Surface A: the notices about the key's environment, whether the tenant's contact got them or not. */

import Type from 'typebox';
import { NOTICE_KINDS } from '../../../events/index.ts';
import { isoOrNull } from '../../../foundation/clock.ts';
import { type ListedNotice, listNotices, NOTICE_STATUSES } from '../../../notices/index.ts';
import { ENVIRONMENTS } from '../../../tenants/index.ts';
import { IsoTime, orNull, refusals } from '../../answers/response-schemas.ts';
import { principalOf } from '../../callers/access.ts';
import { pageLimit } from '../../requests/evidence-filters.ts';
import type { Noun, Services } from '../../services.ts';

const Notice = Type.Object({
  notice_id: Type.String(),
  kind: Type.Enum([...NOTICE_KINDS]),
  environment: Type.Enum([...ENVIRONMENTS]),
  subject: Type.String({ description: 'An id that is the same for the same occasion' }),
  title: Type.String({ description: 'The notice in one line' }),
  page: orNull(Type.String(), "The dashboard's page about it"),
  data: Type.Object({}, { additionalProperties: true, description: 'The things it names' }),
  status: Type.Enum([...NOTICE_STATUSES], {
    description:
      'logged: there was no mail server or no contact; not_needed: the reason was gone before it was sent',
  }),
  created_at: IsoTime,
  sent_at: orNull(IsoTime),
  sent_to: orNull(Type.String(), 'The mail address'),
});

const LIST = {
  operationId: 'listNotices',
  summary: "List the notices of your key's environment, newest first",
  tags: ['Notices'],
  querystring: Type.Object(
    {
      limit: pageLimit,
      cursor: Type.Optional(
        Type.String({ maxLength: 256, description: 'The next_cursor of the previous page' }),
      ),
    },
    { additionalProperties: false },
  ),
  response: {
    200: Type.Object(
      {
        items: Type.Array(Notice),
        next_cursor: orNull(Type.String(), 'null on the last page'),
      },
      { description: "One page for the key's environment; mail is sent for both" },
    ),
    ...refusals('a', 422),
  },
};

export const noticesA: Noun<Pick<Services, 'clock' | 'config' | 'db' | 'fillRandom'>> = (
  app,
  { services },
  done,
) => {
  app.get('/notices', { config: { scope: 'keys:manage' }, schema: LIST }, async (request) => {
    const { limit = 100, cursor } = request.query;
    const page = await listNotices(services, principalOf(request).chain, limit, cursor);
    return { items: page.items.map(toApi), next_cursor: page.nextCursor };
  });
  done();
};

function toApi(notice: ListedNotice) {
  return {
    notice_id: notice.noticeId,
    kind: notice.kind,
    environment: notice.environment,
    subject: notice.subject,
    title: notice.title,
    page: notice.page,
    data: notice.data,
    status: notice.status,
    created_at: new Date(notice.createdAt).toISOString(),
    sent_at: isoOrNull(notice.sentAt),
    sent_to: notice.sentTo,
  };
}
