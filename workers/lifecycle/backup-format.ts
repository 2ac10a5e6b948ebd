import { z } from 'zod';

/** Lists the files of a backup. Written last, so a backup without it is incomplete. */
export const BACKUP_FILE = 'backup.json';

/** Raised when older versions can no longer read newer backups. */
export const BACKUP_FORMAT = 1;

export const backupSchema = z.object({
  format: z.literal(BACKUP_FORMAT),
  /** Start of the backup, ISO 8601; its content is not older. */
  createdAt: z.string(),
  /** Versions that made the backup. */
  versions: z.object({ project: z.string(), node: z.string(), sqlite: z.string(), indexLayout: z.int() }),
  /** Path of the original home. */
  home: z.string(),
  files: z.array(
    z.object({
      /** Relative to the home and to the backup's folder, with forward slashes; it cannot leave either. */
      path: z.string().regex(/^(?!\.\.?(?:\/|$))[^/\\]+(?:\/(?!\.\.?(?:\/|$))[^/\\]+)*$/),
      bytes: z.int().nonnegative(),
      sha256: z.string(),
    }),
  ),
});
export type Backup = z.infer<typeof backupSchema>;
export type BackupFile = Backup['files'][number];
