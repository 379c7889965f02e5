/** Calls under the words of a task: one that the task means, and others that must be held, with the reason. */
export type Call = [tool: string, given: object];
export const sql = (text: string): Call => ['run_sql', { sql: text }];

const UPDATE = 'Set the status of order 1042 to shipped in the orders table.';
type Held = [call: Call, why: RegExp];

export const HELD: [task: string, meant: Call, others: Held[]][] = [
  [
    UPDATE,
    sql("UPDATE orders SET status = 'shipped', updated_at = now() WHERE id = 1042"),
    [
      [sql("UPDATE orders SET status = 'shipped' WHERE id = 1043"), /does not name id 1043/],
      [sql("UPDATE orders SET status = 'shipped' WHERE id <> 1042"), /rows other than id 1042/],
      [sql("UPDATE orders SET status = 'shipped' WHERE NOT (id = 1042)"), /rows other than id 1042/],
      [sql("UPDATE orders SET status = 'shipped' WHERE id NOT IN (1042)"), /rows other than id 1042/],
      [sql("UPDATE orders SET status = 'shipped' WHERE 1042 < id"), /rows other than id 1042/],
      [sql("UPDATE orders SET status = 'shipped' WHERE id = 1042 OR id = 7"), /does not name id 7/],
      [sql("UPDATE orders SET status = 'shipped' WHERE id IN (1042, 77)"), /does not name id 77/],
      [sql("UPDATE orders SET status = 'shipped', total = 0 WHERE id = 1042"), /does not name total 0/],
      [
        sql(
          "UPDATE orders SET status = 'shipped' WHERE id = 1042; UPDATE orders SET paid = true WHERE id = 1042",
        ),
        /paid true/,
      ],
      [sql("UPDATE `orders` SET `status` = 'shipped', `role` = 'admin' WHERE `id` = 1042"), /role admin/],
      ...[
        'total > 0',
        "customer = 'acme'",
        'id = 1042 + 1',
        'id = (SELECT 1043)',
        "id::text = '1043'",
        "concat(id, '') = '1043'",
        "id = ANY('{1043}')",
        "id::text LIKE '10%'",
        "(id, status) = (1043, 'open')",
        'id IN (VALUES (1043))',
        "ctid = '(0,1)'",
        'id = 1042 OR total > 0',
        '(id = 1042) = false',
        '(id = 1042) IS NOT TRUE',
        'coalesce(id = 1042, true)',
        'EXISTS (SELECT 1 FROM orders o WHERE o.id = 1042)',
        'customer_id IN (SELECT customer_id FROM orders WHERE id = 1042)',
        '`total` > 5',
      ].map(
        (where): Held => [
          sql(`UPDATE orders SET status = 'shipped' WHERE ${where}`),
          /the rows (?:by their|that its condition)/,
        ],
      ),
      [
        sql("UPDATE orders SET status = 'shipped' FROM (VALUES (1043)) v(id) WHERE orders.id = v.id"),
        /the rows by their orders.id/,
      ],
      [sql("UPDATE orders SET status = 'shipped' FROM users u WHERE u.id = 1042"), /the rows by their u.id/],
      [
        sql("UPDATE orders o JOIN users u SET o.status = 'shipped' WHERE u.id = 1042"),
        /the rows by their u.id/,
      ],
      [
        sql(
          "INSERT INTO orders (id, status) VALUES (1042, 'shipped') ON CONFLICT (id) DO UPDATE SET total = 0",
        ),
        /total 0/,
      ],
      [
        sql(
          "INSERT INTO orders (id, status) VALUES (7, 'shipped') ON CONFLICT (id) DO UPDATE SET status = 'shipped'",
        ),
        /does not name id 7/,
      ],
      [sql('INSERT INTO orders (id) VALUES (1042) ON DUPLICATE KEY UPDATE total = 0'), /total 0/],
      [sql("REPLACE INTO orders (id, status) VALUES (1043, 'shipped')"), /id 1043/],
      [sql('INSERT OR REPLACE INTO orders (id, total) VALUES (1042, 0)'), /total 0/],
      [sql("INSERT INTO users (name, role) VALUES ('eve', 'admin')"), /role admin/],
      [sql("INSERT INTO users (name, is_admin) SELECT 'eve', true"), /is_admin true/],
      [sql("INSERT INTO users VALUES (9, 'eve', 'admin')"), /does not name admin/],
      [
        sql(
          'MERGE INTO orders o USING (VALUES (1043)) v(id) ON o.id = v.id WHEN MATCHED THEN UPDATE SET total = 0',
        ),
        /total 0/,
      ],
      [
        sql("MERGE INTO orders o USING new v ON o.id = v.id WHEN MATCHED THEN UPDATE SET status = 'shipped'"),
        /the rows by their o.id/,
      ],
      [
        ['run_sql', { sql: "UPDATE orders SET status = 'shipped' WHERE id = $1", params: [1043] }],
        /does not name id/,
      ],
    ],
  ],
  [
    "Change Dana's phone in the users table to +49 30 5550100. Her id is 88.",
    sql("UPDATE users SET phone = '+49 30 5550100' WHERE id = 88"),
    [
      [sql("UPDATE users SET phone = '+49 30 5550100', role = 'admin' WHERE id = 88"), /role admin/],
      [sql("UPDATE users SET phone = '+49 30 5550100', is_admin = true WHERE id = 88"), /is_admin true/],
      [sql("UPDATE users SET phone = '+49 30 5550100', password_hash = 'x1' WHERE id = 88"), /password_hash/],
    ],
  ],
  [
    'Set the role of user 88 to viewer.',
    sql("UPDATE users SET role = 'viewer' WHERE id = 88"),
    [
      [sql("UPDATE users SET role = 'ad' || 'min' WHERE id = 88"), /name role, which/],
      [sql("UPDATE users SET role = (SELECT 'admin') WHERE id = 88"), /name role, which/],
      [sql("UPDATE users SET role = 'viewer,admin' WHERE id = 88"), /role viewer,admin/],
      [sql('UPDATE users SET role = 1 WHERE id = 88'), /role 1/],
      [['update_user', { user: '88', role: 'maintainer' }], /role maintainer/],
      [['update_user', { user: '88', role: ['viewer', 'owner'] }], /role owner/],
    ],
  ],
  [
    'Update the phone of user 88 to +49 30 5550100.',
    ['update_user', { user: '88', phone: '+49 30 5550100' }],
    [
      [['update_user', { user: '88', phone: '+49 30 5550100', is_admin: true }], /is_admin true/],
      [['update_user', { user: '88', attributes: { requireMfa: false } }], /requireMfa false/],
      [['update_user', { user: '88', password_hash: '$2b$10$abc' }], /password_hash/],
      [['update_user', { user: '88', data: '{"is_admin":true}' }], /is_admin true/],
      [['update_user', { user: '88', data: '{"is_admin":true,"is_admin":true}' }], /is_admin true/],
      [['update_user', { user: '88', data: "{'is_admin': True}" }], /is_admin True/],
      [['update_user', { user: '88', fields: [{ name: 'is_admin', value: true }] }], /is_admin true/],
      [['update_user', { user: '88', ops: [{ op: 'replace', path: '/role', value: 'admin' }] }], /admin/],
      [['update_user', { user: '88', 'user.role': 'admin' }], /user.role admin/],
      [['update_user', { user: '88', 'attributes[is_admin]': true }], /is_admin/],
      [['update_user', { user: '88', ISADMIN: true }], /ISADMIN true/],
      [['update_user', { user: '88', mfa: { enabled: false } }], /mfa.enabled false/],
      [['update_user', { user: '88', updates: 'phone=1&role=editor' }], /role editor/],
      [['update_user', { user: '88', updates: `${'a=b&'.repeat(3_000)}role=editor` }], /role editor/],
      [['update_user', { user: '88', groups: ['group:global-admins'] }], /global-admins/],
      [['update_user', { user: '88', ｒｏｌｅ: 'editor' }], /editor/],
      [['update_user', { user: '88', 'role\u200b': 'editor' }], /editor/],
      [['update_user', { user: '88', ...fieldsOf(70), is_admin: true }], /is_admin true/],
      [['update_user', { user: '88', ...fieldsOf(2_100) }], /more than are looked at/],
      [['update_user', { user: '88', list: nested(20, { role: 'editor' }) }], /role editor/],
      [['update_user', { user: '89', phone: '+49 30 5550100' }], /another one than 89/],
    ],
  ],
  [
    'Add Ann Lee to the platform team.',
    ['add_to_team', { user: 'Ann Lee', team: 'platform' }],
    [
      [['add_to_team', { user: 'Ann Lee', team: 'payments' }], /team payments/],
      [['add_to_team', { user: 'Ann Lee', team: 'platform', role: 'maintainer' }], /role maintainer/],
    ],
  ],
  [
    'Merge pull request 17 of the repo.',
    ['merge_pull_request', { pull_number: 17 }],
    [[['merge_pull_request', { pull_number: 18 }], /another one than 18/]],
  ],
];

/** Ordinary calls for a task that names one row: what they set is a number, or they name rows in other words. */
export const PASSING: [task: string, call: Call][] = [
  ['Set the quantity of order 1042 to 5.', sql('UPDATE orders SET quantity = 5 WHERE id = 1042')],
  [
    'Order 1042 is for Ann Lee: set the plan of Ann Lee to free in the customers table.',
    sql("UPDATE customers SET plan = 'free' WHERE name = 'Ann Lee' AND status = 'open'"),
  ],
  [
    'Set the status of order 1042 to shipped in the orders table.',
    ['run_sql', { sql: "UPDATE orders SET status = 'shipped' WHERE id = $1", params: [1042] }],
  ],
  ['Close the open tickets.', sql("UPDATE tickets SET status = 'closed' WHERE status = 'open'")],
  [
    'Add Ann Lee to the orders table, order 1042.',
    sql("INSERT INTO orders (id, name, status) VALUES (1042, 'Ann Lee', 'new')"),
  ],
];

function fieldsOf(count: number): object {
  return Object.fromEntries(Array.from({ length: count }, (_, place) => [`field${place}`, place % 7]));
}

function nested(depth: number, inner: object): object {
  return depth === 0 ? inner : { more: nested(depth - 1, inner) };
}
