/** Stages and commands of MongoDB, from its manual. One that is missing here is not known to be harmless. */
import type { Effect } from '../targets/index.ts';

const words = (text: string) => text.trim().split(/\s+/);

export const STAGES: ReadonlySet<string> = new Set(
  words(`$addFields $bucket $bucketAuto $changeStream $changeStreamSplitLargeEvent $collStats $count $currentOp
    $densify $documents $facet $fill $geoNear $graphLookup $group $indexStats $limit $listLocalSessions
    $listSampledQueries $listSearchIndexes $listSessions $lookup $match $merge $out $planCacheStats $project
    $queryStats $rankFusion $redact $replaceRoot $replaceWith $sample $score $scoreFusion $search $searchMeta $set
    $setWindowFields $skip $sort $sortByCount $unionWith $unset $unwind $vectorSearch`),
);

const BY_EFFECT: Partial<Record<Effect, string>> = {
  read: `find aggregate count distinct explain listcollections listdatabases listindexes dbstats collstats ping hello
    ismaster buildinfo serverstatus connectionstatus hostinfo getlog getparameter getmore usersinfo rolesinfo validate
    currentop top datasize dbhash replsetgetstatus`,
  write:
    'insert update findandmodify create createindexes createsearchindexes collmod renamecollection reindex compact',
  delete: 'delete drop dropdatabase dropindexes dropsearchindex killcursors',
  configure: `createuser updateuser dropuser dropallusersfromdatabase grantrolestouser revokerolesfromuser createrole
    updaterole droprole grantprivilegestorole revokeprivilegesfromrole grantrolestorole revokerolesfromrole setparameter
    setfeaturecompatibilityversion enablesharding shardcollection addshard removeshard replsetreconfig replsetinitiate`,
  execute: 'mapreduce eval shutdown killop fsync replsetstepdown killsessions killallsessions',
};

/** By name in lower case. */
export const COMMANDS: Readonly<Record<string, Effect>> = Object.fromEntries(
  (Object.entries(BY_EFFECT) as [Effect, string][]).flatMap(([effect, text]) =>
    words(text).map((name): [string, Effect] => [name, effect]),
  ),
);
