/** MongoDB documents: pipelines, commands, filters. */
import type { Case } from './case.ts';

export const MONGO: Case[] = [
  { text: '[{"$match":{"a":1}},{"$limit":5}]', acts: ['read'] },
  { text: '[]', acts: ['read'] },
  { text: '[{"$match":{}},{"$out":"prices"}]', acts: ['write prices (irreversible, high)'] },
  { text: '[{"$out":{"db":"shop","coll":"prices"}}]', acts: ['write shop.prices (irreversible, high)'] },
  { text: '[{"$merge":{"into":{"db":"shop","coll":"prices"}}}]', acts: ['write shop.prices'] },
  { text: '[{"$merge":"prices"}]', acts: ['write prices'] },
  { text: '[{"$out":{"s3":{"bucket":"b"}}}]', acts: ['write …? (irreversible, high)'] },
  { text: '[{"$facet":{"a":[{"$merge":{"into":"b"}}]}}]', acts: ['write b'] },
  { text: '[{"$lookup":{"from":"users","pipeline":[]}}]', acts: ['read users'] },
  { text: '[{"$unionWith":{"coll":"users"}}]', acts: ['read users'] },
  {
    text: '[{"$project":{"x":{"$function":{"body":"x"}}}}]',
    acts: ['execute program mongo $function (high)'],
  },
  { text: '[{"$export":"x"}]', unreadable: 'the stage $export is not known' },
  { text: '[{"$match":{},"$out":"x"}]', unreadable: 'the stage $match is not known' },
  { text: '["$out"]', unreadable: 'the stage without a name is not known' },
  { text: '{"$where":"sleep(1e9)"}', dialect: 'filter', acts: ['execute program mongo $where (high)'] },
  { text: '{"a":{"$gt":1}}', dialect: 'filter', acts: ['read'] },
  { text: '{"a":1}', dialect: 'delete', acts: ['read'] },
  { text: '{}', dialect: 'delete', acts: ['delete (irreversible, high)'] },
  { text: '{"_id":{"$exists":true}}', dialect: 'delete', acts: ['delete (irreversible, high)'] },
  { text: '{"$or":[{"a":1},{}]}', dialect: 'update', acts: ['write (irreversible, high)'] },
  { text: '{"$and":[{},{"a":1}]}', dialect: 'delete', acts: ['read'] },
  { text: '{"drop":"orders"}', acts: ['delete orders (irreversible, high)'] },
  { text: '{"dropDatabase":1}', acts: ['delete program mongo dropDatabase (irreversible, high)'] },
  {
    text: '{"delete":"orders","deletes":[{"q":{},"limit":0}]}',
    acts: ['delete orders (irreversible, high)', 'delete (irreversible, high)'],
  },
  { text: '{"find":"orders","filter":{}}', dialect: 'command', acts: ['read orders'] },
  { text: '{"frob":1}', dialect: 'command', unreadable: 'the command frob is not known' },
  { text: 'db.orders.drop()', unreadable: 'it is not JSON, or is nested too deep' },
  { text: '1', unreadable: 'it is no document' },
];
