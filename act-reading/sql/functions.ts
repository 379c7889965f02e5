/** Functions that a statement calls: those that only compute, those that reach out of the database, and all others. */
import type { RiskLevel } from '../risk.ts';
import type { Effect } from '../targets/index.ts';

interface Kind {
  effect: Effect;
  what: string;
  risk_level?: RiskLevel;
}

const OUT: Kind = { effect: 'execute', what: 'reaches out of the database with', risk_level: 'high' };
const SETS: Kind = { effect: 'configure', what: 'changes settings of the database with', risk_level: 'high' };
const ENDS: Kind = { effect: 'delete', what: 'ends the work of others with', risk_level: 'high' };
const WRITES: Kind = { effect: 'write', what: 'changes the database with' };
const SECRETS: Kind = { effect: 'read', what: 'reads secrets or the server with', risk_level: 'high' };
const UNKNOWN: Kind = { effect: 'execute', what: 'calls the function' };

const REACHING: readonly (readonly [RegExp, Kind])[] = [
  [
    /^(?:pg_read_(?:binary_)?file|pg_ls_\w+|pg_stat_file|load_file|readfile|current_setting_secret|pg_file_read)$/,
    SECRETS,
  ],
  [
    /^(?:lo_(?:import|export|put|create|unlink|from_bytea)|lowrite|dblink\w*|pg_execute\w*|load_extension|sys_(?:exec|eval|get)|lib_mysqludf\w*|writefile|edit|fts3_tokenizer|xp_\w+|sp_(?:executesql|oacreate|oamethod|addlinkedserver|execute_external_script|configure|addsrvrolemember|addrolemember)|open(?:rowset|datasource|query)|pg_file_\w+|copy_\w+|http(?:_\w+)?|net\.\w+|aws_\w+\.\w+|utl_\w+\.?\w*|dbms_\w+\.?\w*|query_to_xml\w*|cursor_to_xml\w*|(?:table|schema|database)_to_xml\w*|shell|system|eval|pg_logical_emit_message|pg_notify|lo_get)$/,
    OUT,
  ],
  [
    /^(?:set_config|pg_reload_conf|pg_rotate_logfile|pg_promote|pg_create_\w+|pg_drop_\w+|pg_replication\w*|pg_switch_wal|pg_wal_replay_\w+)$/,
    SETS,
  ],
  [/^(?:pg_terminate_backend|pg_cancel_backend)$/, ENDS],
  [
    /^(?:nextval|setval|pg_advisory_\w+|get_lock|release_lock|pg_import_system_collations|txid_current)$/,
    WRITES,
  ],
];

/** Functions that compute from their arguments, or describe the session. */
const COMPUTING =
  /^(?:count|sum|avg|min|max|stddev\w*|var_\w+|variance|every|bool_\w+|bit_\w+|corr|covar_\w+|regr_\w+|mode|percentile_\w+|array\w*|string_\w+|group_concat|listagg|any_value|row_number|rank|dense_rank|percent_rank|cume_dist|ntile|lag|lead|(?:first|last|nth)_value|coalesce|nullif|ifnull|isnull|nvl2?|iif|if|greatest|least|abs|ceil|ceiling|floor|round|trunc|truncate|sign|sqrt|cbrt|power|pow|exp|ln|log\w*|mod|div|pi|rand|random\w*|newid|uuid\w*|gen_random_\w+|degrees|radians|a?(?:sin|cos|tan)[dh]?|atan2|cot|width_bucket|gcd|lcm|factorial|upper|lower|initcap|length|char_length|character_length|octet_length|len|datalength|substr\w*|mid|left|right|position|strpos|instr|locate|charindex|patindex|overlay|replace|translate|reverse|repeat|replicate|space|trim|btrim|ltrim|rtrim|lpad|rpad|pad|concat\w*|format\w*|chr|char|ascii|unicode|unistr|quote_\w+|quotename|md5|sha\d*|crc32\w*|digest|hmac|encode|decode|hex|unhex|to_\w+|convert\w*|cast|try_\w+|typeof|pg_typeof|split_part|regexp\w*|starts_with|ends_with|like|glob|soundex|difference|levenshtein\w*|similarity|word_similarity|unaccent|now|current_\w+|localtime\w*|clock_timestamp|statement_timestamp|transaction_timestamp|timeofday|getdate|getutcdate|sysdate\w*|systimestamp|utc_\w+|curdate|curtime|unix_timestamp|from_\w+|date\w*|time\w*|year\w*|quarter|month\w*|week\w*|day\w*|hour|minute|second|microsecond|extract|age|make_\w+|isfinite|justify_\w+|last_day|add_months|months_between|strftime|julianday|adddate|addtime|subdate|subtime|str_to_date|period_\w+|eomonth|json\w*|jsonb\w*|row_to_json|openjson|isjson|xml\w*|xpath\w*|unnest|generate_series|generate_subscripts|string_to_\w+|cardinality|hstore\w*|akeys|avals|ts_\w+|ts\w*query|plainto_\w+|phraseto_\w+|websearch_\w+|setweight|numnode|st_\w+|earth_\w+|ll_to_earth|point|box|circle|polygon|lseg|area|center|diameter|host|hostmask|netmask|network|family|masklen|inet_\w+|abbrev|broadcast|lower_inc|upper_inc|isempty|range_\w+|int4range|int8range|numrange|tsrange|tstzrange|daterange|row|grouping\w*|values|exists|an[y]|all|some|version|database|schema|user|session_user|system_user|connection_id|last_insert_id|last_insert_rowid|changes|total_changes|row_count|found_rows|scope_identity|object_id|object_name|db_name|db_id|schema_name|suser_\w+|user_name|host_name|app_name|has_\w+_privilege|pg_get_\w+|pg_size_\w+|pg_(?:total_)?relation_size|pg_table_size|pg_indexes_size|pg_database_size|pg_column_size|pg_is_in_recovery|pg_backend_pid|pg_postmaster_start_time|pg_table_is_visible|pg_encoding_to_char|pg_stat_get_\w+|pg_current_\w+|pg_conf_load_time|col_description|obj_description|shobj_description|format_type|current_setting|inet_client_addr|sqlite_\w+|printf|likelihood|likely|unlikely|zeroblob|nextafter|bin|oct|conv|elt|field|find_in_set|make_set|export_set|insert|strcmp|interval|to_char|choose|string|stuff|str|parsename|checksum\w*|binary_checksum|hashbytes|compress|decompress|isnumeric|isdate|collate|sleep|pg_sleep\w*|benchmark|tablesample|vector_\w+|cosine_distance|l2_distance|inner_product|embedding\w*|nanvl|decode_\w+|jsonpath\w*|fuzzy\w*|metaphone|dmetaphone\w*|bit|bit_count|get_bit|get_byte|set_bit|set_byte|num_\w+|scale|min_scale|trim_\w+|normalize|is_normalized|ascii_\w+|excluded)$/;

/**
 * @param name lower case, with its schema.
 * @returns null for a function that only computes.
 */
export function kindOfFunction(name: string): Kind | null {
  const bare = name.replace(/^(?:pg_catalog|sys|dbo|master\.dbo|master\.\.|master|public)\./, '');
  for (const [pattern, kind] of REACHING) if (pattern.test(bare)) return kind;
  return COMPUTING.test(bare) ? null : UNKNOWN;
}
