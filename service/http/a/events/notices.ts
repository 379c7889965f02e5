/** Surface A: the notices about the key's environment, whether the tenant's contact got them or not. */

import { NOTICE_KINDS } from '../../../events/index.ts';
import { isoOrNull } from '../../../foundation/clock.ts';
import { type ListedNotice, listNotices, NOTICE_STATUSES } from '../../../notices/index.ts';
import { ENVIRONMENTS } from '../../../tenants/index.ts';
import { routesOf } from '../../answers/routes.ts';
import { MANAGE, principalOf } from '../../callers/access.ts';
import * as is from '../../schemas/fields.ts';
import { closed, described, object } from '../../schemas/objects.ts';
import type { Noun, Services } from '../../services.ts';

const Notice = object({
  notice_id: is.text(),
  kind: is.oneOf(NOTICE_KINDS),
  environment: is.oneOf(ENVIRONMENTS),
  subject: is.text('An id that is the same for the same occasion'),
  title: is.text('The notice in one line'),
  page: is.orNull(is.text(), "The dashboard's page about it"),
  data: is.open('The things it names'),
  status: is.oneOf(
    NOTICE_STATUSES,
    'logged: there was no mail server or no contact; not_needed: the reason was gone before it was sent',
  ),
  created_at: is.time(),
  sent_at: is.orNull(is.time()),
  sent_to: is.orNull(is.text(), 'The mail address'),
});

const route = routesOf('a', 'Notices');

const LIST = route('listNotices', "List the notices of your key's environment, newest first", {
  querystring: closed({
    limit: is.pageLimit,
    cursor: is.optional(is.text('The next_cursor of the previous page', { maxLength: 256 })),
  }),
  200: described("One page for the key's environment; mail is sent for both", {
    items: is.list(Notice),
    next_cursor: is.orNull(is.text(), 'null on the last page'),
  }),
});

export const noticesA: Noun<Pick<Services, 'clock' | 'config' | 'db' | 'fillRandom'>> = (app, services) => {
  app.get('/notices', { config: MANAGE, schema: LIST }, async (request) => {
    const { limit = 100, cursor } = request.query;
    const page = await listNotices(services, principalOf(request).chain, limit, cursor);
    return { items: page.items.map(toApi), next_cursor: page.nextCursor };
  });
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
