/** PostgreSQL statements whose kind alone says what they do. */
const named = (names: string) => new Set(names.split(' ').map((name) => `${name}Stmt`));

/** Statements that only look, or touch nothing but the session. */
export const HARMLESS = named(
  'Transaction VariableShow Fetch ClosePortal Deallocate Discard Listen Unlisten ConstraintsSet Checkpoint Return',
);

export const WRITING = named(
  'Create Index View CreateSeq AlterSeq CreateTableAs Comment Rename CreateSchema CreateEnum CreateDomain CompositeType CreateRange AlterEnum AlterDomain AlterType AlterObjectSchema AlterObjectDepends RefreshMatView Vacuum Cluster Reindex Lock Createdb CreateStats AlterStats Define CreateConversion CreateTableSpace AlterCollation AlterTableMoveAll AlterTSDictionary AlterTSConfiguration',
);

export const CONFIGURING = named(
  'CreateRole AlterRole AlterRoleSet DropRole AlterOwner ReassignOwned AlterDefaultPrivileges CreatePolicy AlterPolicy AlterSystem SecLabel CreateUserMapping AlterUserMapping DropUserMapping AlterDatabase AlterDatabaseSet AlterDatabaseRefreshColl AlterTableSpaceOptions',
);

/** Statements that make the database run code, now or later, or connect it to other servers. */
export const EXECUTING = named(
  'CreateFunction AlterFunction CreateTrig CreateEventTrig AlterEventTrig CreateExtension AlterExtension AlterExtensionContents CreatePLang Do Call Load Execute Rule CreateForeignServer AlterForeignServer CreateFdw AlterFdw CreateForeignTable ImportForeignSchema CreateSubscription AlterSubscription DropSubscription CreatePublication AlterPublication CreateTransform CreateAm CreateCast CreateOpClass CreateOpFamily AlterOperator AlterOpFamily',
);
