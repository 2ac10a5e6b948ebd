import type { SourceFile } from './import-rules.ts';

/** What there may be of recorded histories while nothing is released. */
export const MOST_HISTORIES = { files: 45, bytes: 3_000_000 } as const;

/** One recorded history; the path is relative to the folder of histories. */
export interface RecordedHistory {
  readonly path: string;
  readonly bytes: number;
}

/** What protects runs of releases that there never were: branches of workflow code, and more than one set of histories. */
export function findEras(sources: readonly SourceFile[], histories: readonly RecordedHistory[]): string[] {
  const branches = sources.flatMap(({ path, text }) => {
    const [call] = /(?<![\p{L}\d_$])(?:patched|deprecatePatch)\s*\(/u.exec(text) ?? [];
    return call === undefined || !path.startsWith('workflows/') ? [] : `${path}: ${call})`;
  });
  const folders = histories.filter(({ path }) => path.includes('/')).map(({ path }) => `${path}: a folder of its own`);
  const bytes = histories.reduce((sum, history) => sum + history.bytes, 0);
  return [
    ...branches,
    ...folders,
    ...(histories.length > MOST_HISTORIES.files ? [`${histories.length} histories`] : []),
    ...(bytes > MOST_HISTORIES.bytes ? [`${bytes} bytes of histories`] : []),
  ];
}
