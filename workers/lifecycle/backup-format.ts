import { z } from 'zod';

/** Lies in the folder of a backup beside what it lists; written last, so a backup without it is not complete. */
export const BACKUP_FILE = 'backup.json';

/** Raised when an older project could no longer use what a newer one backs up. */
export const BACKUP_FORMAT = 1;

export const backupSchema = z.object({
  format: z.literal(BACKUP_FORMAT),
  /** ISO 8601: when it was begun; it holds nothing older. */
  createdAt: z.string(),
  /** What made it. */
  versions: z.object({ project: z.string(), node: z.string(), sqlite: z.string(), indexLayout: z.int() }),
  /** Where the home was. */
  home: z.string(),
  files: z.array(
    z.object({
      /** Below the home and below the backup's folder alike, with forward slashes; it leads out of neither. */
      path: z.string().regex(/^(?!\.\.?(?:\/|$))[^/\\]+(?:\/(?!\.\.?(?:\/|$))[^/\\]+)*$/),
      bytes: z.int().nonnegative(),
      sha256: z.string(),
    }),
  ),
});
export type Backup = z.infer<typeof backupSchema>;
export type BackupFile = Backup['files'][number];
