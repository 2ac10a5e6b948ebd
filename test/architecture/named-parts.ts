import type { Project } from './link-rules.ts';

/** A folder, or a file that holds code or words. */
const NAME = /^[\w./-]+(?:\/|\.(?:tsx?|jsx?|md|ya?ml))$/u;
const SPAN = /`(?<span>[^`\n]+)`/gu;

/**
 * Names in a page that nothing has, each once. A short name stands in the folder of a full one beside it: in its row of a
 * table, its list or its paragraph.
 *
 * @param page Markdown
 */
export function findUnknownNames(page: string, paths: Project['paths']): string[] {
  const blocks = page.split('\n\n').flatMap((block) => (block.startsWith('|') ? block.split('\n') : [block]));
  return [...new Set(blocks.flatMap((block) => unknownIn(block, paths)))];
}

function unknownIn(block: string, paths: Project['paths']): string[] {
  const named = [...block.matchAll(SPAN)].map(({ groups }) => groups?.['span'] ?? '').filter((span) => NAME.test(span));
  const known = named.map(withoutSlash).filter((name) => paths.has(name) && name.includes('/'));
  const folders = known.flatMap((name) => [name, name.slice(0, name.lastIndexOf('/'))]);
  const exists = (name: string): boolean => paths.has(name) || folders.some((folder) => paths.has(`${folder}/${name}`));
  return named.filter((name) => !exists(withoutSlash(name)));
}

function withoutSlash(name: string): string {
  return name.replace(/\/$/u, '');
}
