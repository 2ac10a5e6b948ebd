import type { AskDraft } from '../models/ask-draft.ts';

/** What every field of the form gets. */
export interface FieldProps {
  readonly draft: AskDraft;
  readonly change: (changes: Partial<AskDraft>) => void;
  /** What the server says of a field; null: nothing. */
  readonly problem: (field: string) => string | null;
}
