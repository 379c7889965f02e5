/** The tables of people, whose columns the sign-in library prescribes, and what checks them. */
import type { HeldTable } from './held-table.ts';

/** The library requires the column. */
const NOT_USED = 'not used';
/** A row of another member would be a gap. */
const OF_NO_MEMBER = 'the same as removing the row';

export const TABLES_OF_PEOPLE = {
  people: {
    by: ['people'],
    except: { image: NOT_USED, created_at: 'only shown', updated_at: 'only shown' },
    rows: { added: 'no member' },
  },
  people_due: 'Filled until the first start of a newer version; a second `member.take_over` is a gap.',
  person_accounts: {
    by: ['people'],
    except: {
      access_token: NOT_USED,
      refresh_token: NOT_USED,
      id_token: NOT_USED,
      access_token_expires_at: NOT_USED,
      refresh_token_expires_at: NOT_USED,
      scope: NOT_USED,
      created_at: 'only shown',
      updated_at: 'only shown',
    },
  },
  person_passkeys: {
    by: ['people'],
    except: {
      name: 'only shown',
      counter: 'grows with sign-ins',
      device_type: 'only shown',
      backed_up: 'only shown',
      transports: 'only shown',
      aaguid: 'only shown',
      created_at: 'only shown',
    },
  },
  person_second_factors: {
    by: ['people'],
    except: {
      failed_verification_count: 'wrong codes of late',
      locked_until: 'wrong codes of late',
    },
  },
  person_sessions: {
    by: ['people'],
    except: {
      expires_at: NOT_USED,
      ip_address: 'only shown',
      user_id: OF_NO_MEMBER,
      user_agent: 'only shown',
      updated_at: NOT_USED,
      tenant_id: 'of those of the member',
      only_tenant: 'of another tenant, where it is a gap; a session that loses it is one here',
      seen_at: 'it ends in a week anyhow',
    },
    rows: { removed: 'it has ended' },
  },
  person_verifications: {
    by: ['people'],
    except: {
      id: NOT_USED,
      value: OF_NO_MEMBER,
      created_at: NOT_USED,
      updated_at: NOT_USED,
    },
    rows: {
      added: 'the same link twice',
      removed: 'it has ended',
      recorded: {
        why: 'steps of sign-ins under way',
        is: ({ identifier }) => /^(mailed-)?reset:/.test(String(identifier)),
      },
    },
  },
} satisfies Record<string, HeldTable | string>;
