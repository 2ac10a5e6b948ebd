import { posix } from 'node:path';
import { importsOf, resolveImport, type SourceFile } from './import-rules.ts';

/** What each node (file or folder) imports. */
type Graph = ReadonlyMap<string, ReadonlySet<string>>;

export interface Circles {
  /** Paths that import each other, directly or through others of the group; each group sorted. */
  readonly files: readonly (readonly string[])[];
  /** The same for folders; a file belongs to the folder that holds it, so nested folders count on their own. */
  readonly folders: readonly (readonly string[])[];
  /** The same for rooms: folders of the second level, with all that is below them. */
  readonly rooms: readonly (readonly string[])[];
}

/** Groups of files and of folders that import each other. Type imports count as well. */
export function findCircles(sources: readonly SourceFile[]): Circles {
  const known = new Set(sources.map(({ path }) => path));
  const imports = sources.flatMap(({ path, text }) =>
    importsOf(text)
      .map((specifier) => ({ from: path, to: resolveImport(path, specifier) }))
      .filter(({ to }) => known.has(to)),
  );
  const between = (placeOf: (path: string) => string) =>
    circlesOf(
      graphOf(
        imports.map(({ from, to }) => ({ from: placeOf(from), to: placeOf(to) })).filter(({ from, to }) => from !== to),
      ),
    );
  return {
    files: circlesOf(graphOf(imports)),
    folders: between((path) => posix.dirname(path)),
    rooms: between(roomOf),
  };
}

/** A file outside every room stands for itself. */
function roomOf(path: string): string {
  const parts = path.split('/');
  return parts.length > 2 ? parts.slice(0, 2).join('/') : path;
}

function graphOf(arrows: readonly { readonly from: string; readonly to: string }[]): Graph {
  const graph = new Map<string, Set<string>>();
  for (const { from, to } of arrows) graph.set(from, (graph.get(from) ?? new Set()).add(to));
  return graph;
}

function circlesOf(graph: Graph): string[][] {
  const reach = new Map([...graph.keys()].map((node) => [node, reachableFrom(node, graph)]));
  const onCircle = [...graph.keys()].filter((node) => reach.get(node)?.has(node) === true);
  const groups = onCircle.map((node) =>
    onCircle.filter((other) => reach.get(node)?.has(other) === true && reach.get(other)?.has(node) === true).sort(),
  );
  const distinct = new Map(groups.map((group) => [group.join('\n'), group]));
  return [...distinct.entries()].sort(([a], [b]) => a.localeCompare(b)).map(([, group]) => group);
}

function reachableFrom(start: string, graph: Graph): Set<string> {
  const reached = new Set<string>();
  const pending = [...(graph.get(start) ?? [])];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (reached.has(node)) continue;
    reached.add(node);
    pending.push(...(graph.get(node) ?? []));
  }
  return reached;
}
