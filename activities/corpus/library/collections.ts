import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { folderOfUser } from './upload-names.ts';

/** A folder of uploaded documents. */
export interface Collection {
  readonly name: string;
  /** Absolute. */
  readonly directory: string;
  /** Whether the user may change it; what belongs to all is changed where nobody has a token of their own. */
  readonly isOwn: boolean;
}

/** What a user sees: the shared collections, and their own. Asked with every request, so it only lists two folders. */
export function collectionsOf(home: string, user: string | null): readonly Collection[] {
  const shared = listed(folderOfUser(home, null), user === null);
  return user === null ? shared : [...shared, ...listed(folderOfUser(home, user), true)];
}

function listed(folder: string, isOwn: boolean): Collection[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
      .map(({ name }) => ({ name, directory: join(folder, name), isOwn }))
      .sort((first, second) => (first.name < second.name ? -1 : 1));
  } catch {
    // Nothing was uploaded yet.
    return [];
  }
}
