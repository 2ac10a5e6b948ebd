import type { z } from 'zod';

/** Processes that read a variable. */
export type EnvironmentReader = 'client' | 'worker' | 'supervisor';

export interface EnvironmentVariable {
  /** Form of the value; the value is a text without blanks around it, and an empty one counts as unset. */
  readonly schema: z.ZodType;
  /** In one line. */
  readonly meaning: string;
  /** Value when it is unset, as it would be written; without it there is none. */
  readonly default?: string;
  /** What holds when it is unset and has no default value. */
  readonly unset?: string;
  /** Values that are allowed, where the meaning does not say it. */
  readonly range?: string;
  /** Its value must never be shown. */
  readonly isSecret?: boolean;
  readonly readBy: readonly EnvironmentReader[];
}
