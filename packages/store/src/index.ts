export { backupDatabase, restoreDatabase, verifyBackup } from "./backup.ts";
export type { BackupReport, RestoreOptions, RoomReport, VerifyOptions } from "./backup.ts";
export type { Counters, Flush } from "./engine.ts";
export * from "./errors.ts";
export type { KeptMail, MailRecords, NewMail } from "./mail-records.ts";
export type { UsageAlert, UsageAlertRecords } from "./usage-alert-records.ts";
export { openStore } from "./open.ts";
export type { Store, StoreOptions } from "./open.ts";
export { makeDirectory } from "./sqlite/directory.ts";
