import type { StateDatabase } from './state-database.ts';

/** What a person called a run or a session, and whether it stays at the top of lists. */
export interface Label {
  /** Null: its question is its name. */
  readonly name: string | null;
  readonly isPinned: boolean;
}

/** What has neither a name nor a pin. */
export const UNLABELLED: Label = { name: null, isPinned: false };

export interface LabelChanges {
  readonly name?: string | null | undefined;
  readonly isPinned?: boolean | undefined;
}

/** Names and pins of runs and sessions, by id: no run has the id of a session. */
export interface Labels {
  list(): Promise<ReadonlyMap<string, Label>>;
  /** What is left out stays. @returns all of it */
  change(id: string, changes: LabelChanges): Promise<Label>;
  remove(id: string): Promise<void>;
}

export function createSqlLabels(database: StateDatabase): Labels {
  return {
    async list() {
      const rows = await (await database.read()).selectFrom('labels').selectAll().execute();
      return new Map(rows.map(({ id, name, is_pinned }) => [id, { name, isPinned: is_pinned === 1 }]));
    },
    change: (id, { name, isPinned }) =>
      database.change(`label ${id}`, async (transaction) => {
        const row = await transaction.selectFrom('labels').selectAll().where('id', '=', id).executeTakeFirst();
        const known = row === undefined ? UNLABELLED : { name: row.name, isPinned: row.is_pinned === 1 };
        const label = { name: name === undefined ? known.name : name, isPinned: isPinned ?? known.isPinned };
        await transaction.deleteFrom('labels').where('id', '=', id).execute();
        if (label.name !== null || label.isPinned) {
          const kept = { id, name: label.name, is_pinned: label.isPinned ? 1 : 0 } as const;
          await transaction.insertInto('labels').values(kept).execute();
        }
        return label;
      }),
    remove: (id) =>
      database.change(`label ${id}`, async (transaction) => {
        await transaction.deleteFrom('labels').where('id', '=', id).execute();
      }),
  };
}
