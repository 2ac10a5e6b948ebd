import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, join, relative, resolve, sep } from 'node:path';
import { counted } from '@plumbline/contracts/common/counted';
import { UploadRefusedError } from '@plumbline/library/collections';
import type { StoredUpload, UploadConflict } from '@plumbline/library/uploads';
import type { Command } from 'commander';
import { commands, example, EnvironmentError, UsageError } from '../../errors/failures.ts';
import { type CommandContext, isConfirmed } from '../context/command-context.ts';
import { ExitCode, acting } from '../context/command.ts';

interface LibraryFlags {
  readonly user?: string;
}

interface AddFlags extends LibraryFlags {
  readonly to?: string;
  readonly replace?: boolean;
  readonly keepBoth?: boolean;
}

const USER = 'whose uploads, where users of `serve` have tokens of their own (default: what belongs to all)';
const NOTE =
  '\nThese are the documents that `serve` and `mcp` have beside the folders they are started with. To ask them here, give their folder to --corpus.';

export function addLibraryCommand(program: Command): void {
  const library = program
    .command('library')
    .description('List, add and remove documents that are kept in the store.')
    .addHelpText('after', NOTE)
    .addHelpText('after', example('library add papers/ notes.pdf'));
  ofUser(library.command('list'))
    .description('List the collections, or the documents of one with what is not read, and why.')
    .argument('[collection]', 'name of a collection')
    .addHelpText('after', example('library list papers'))
    .action(
      acting((context, name: string | undefined, flags: LibraryFlags) =>
        name === undefined ? listCollections(context, flags) : list(context, name, flags),
      ),
    );
  ofUser(library.command('add'))
    .description('Add files, folders, ZIP archives and pages of the web.')
    .argument('<places...>', 'paths, and addresses of pages')
    .option('--to <collection>', 'collection to add to (default: the name of the folder, or Uploads)')
    .option('--replace', 'in place of documents of the same names with other content')
    .option('--keep-both', 'beside documents of the same names, with a number')
    .addHelpText(
      'after',
      example(
        'library add papers/ notes.pdf https://example.org/page',
        '\nExit code 3: something was not taken; the rest was.',
      ),
    )
    .action(acting(add));
  ofUser(library.command('remove'))
    .description('Remove documents and collections: by what `add` took, or as `list` and `add` name them.')
    .argument('<places...>', 'paths, addresses, collections, or collection/document')
    .option('--yes', 'do not ask')
    .addHelpText('after', example('library remove papers/ notes.pdf'))
    .action(acting(remove));
}

function ofUser(command: Command): Command {
  return command.option('--user <name>', USER);
}

async function listCollections(context: CommandContext, { user }: LibraryFlags): Promise<void> {
  const tools = await context.tools();
  const collections = await Promise.all(
    (await tools.collectionsOf(user ?? null)).map(async ({ name, directory, isOwn }) => ({
      name,
      directory,
      isOwn,
      ...(await tools.countDocuments(directory, undefined)),
    })),
  );
  context.output.result({ collections }, () =>
    collections.length === 0
      ? 'There is no collection yet.'
      : collections
          .map(({ name, directory, documents, unreadable }) => {
            const unread = unreadable === 0 ? '' : `, ${unreadable} unreadable`;
            return `${name}: ${counted(documents, 'document')}${unread}\n  ${directory}`;
          })
          .join('\n'),
  );
}

async function list(context: CommandContext, name: string, { user }: LibraryFlags): Promise<void> {
  const documents = await (await createListing(context))(await collectionNamed(context, name, user));
  context.output.result({ documents }, () =>
    documents
      .map(({ path, state, format, language, pages, reason }) => {
        const facts = [state, format, language, pages === null ? null : counted(pages, 'page'), reason];
        return `${path}  ${facts.filter((fact) => fact !== null).join(' · ')}`;
      })
      .join('\n'),
  );
}

/** Of the documents of a collection. */
async function createListing(context: CommandContext) {
  const { documentsIn } = await import('../../service/library.ts');
  const tools = await context.tools();
  const settings = { sources: { documents: new Map(), catalogues: new Map(), web: null } };
  return (collection: { readonly directory: string }) => documentsIn({ tools, settings }, collection);
}

/** @throws {UsageError} */
async function collectionNamed(context: CommandContext, name: string, user: string | undefined) {
  const found = (await (await context.tools()).collectionsOf(user ?? null)).find((each) => each.name === name);
  if (found !== undefined) return found;
  throw new UsageError(`there is no collection "${name}"`, `List them: ${commands.library()}`);
}

async function add(context: CommandContext, places: readonly string[], flags: AddFlags): Promise<ExitCode | void> {
  const { replace = false, keepBoth = false, user = null, to } = flags;
  if (replace && keepBoth) throw new UsageError('--replace and --keep-both exclude each other');
  const conflict: UploadConflict = replace ? 'replace' : keepBoth ? 'keep-both' : 'refuse';
  const outcome = await addToLibrary(context, places, { user, to, conflict });
  context.output.result(outcome, () => [
    ...outcome.stored.map(({ collection, path, outcome: what }) => `${collection}/${path}  ${what}`),
    ...outcome.refused.map(({ path, reason }) => `${path}  not taken: ${reason}`),
  ]);
  return outcome.refused.length === 0 ? ExitCode.Done : ExitCode.Environment;
}

interface Removal {
  readonly collection: string;
  /** Null: the whole collection. */
  readonly document: string | null;
}

async function remove(
  context: CommandContext,
  places: readonly string[],
  { user, yes = false }: LibraryFlags & { readonly yes?: boolean },
): Promise<void> {
  const removals: Removal[] = [];
  for (const place of places) removals.push(await findRemoval(context, place, user));
  const what = removals.map(({ collection, document }) =>
    document === null ? `The collection ${collection} with all its documents` : `${collection}/${document}`,
  );
  if (!(await isConfirmed(context, yes, what.join('\n')))) return;
  const library = await (await context.tools()).openLibrary();
  for (const { collection, document } of removals) {
    if (document === null) await library.removeCollection(user ?? null, collection);
    else await library.remove(user ?? null, collection, document);
  }
  context.output.result({ removed: removals }, () => `Removed: ${what.join(', ')}`);
}

/** What was added from this place, or has this name. @throws {UsageError} where nothing is meant, or more than one thing */
async function findRemoval(context: CommandContext, place: string, user: string | undefined): Promise<Removal> {
  const documentsIn = await createListing(context);
  const collections = await (await context.tools()).collectionsOf(user ?? null);
  const isPage = /^https?:/iu.test(place);
  const named = isPage ? '' : basename(resolve(place));
  const whole = collections.find(({ name }) => name === place) ?? collections.find(({ name }) => name === named);
  const found: (Removal & { readonly isOwn: boolean })[] =
    whole === undefined ? [] : [{ collection: whole.name, document: null, isOwn: whole.isOwn }];
  if (whole === undefined) {
    for (const collection of collections) {
      for (const { path, address } of await documentsIn(collection)) {
        const isMeant = isPage
          ? address === place
          : `${collection.name}/${path}` === place || path === place || path === named;
        if (isMeant) found.push({ collection: collection.name, document: path, isOwn: collection.isOwn });
      }
    }
  }
  const [first, second] = found;
  if (first === undefined) throw new UsageError(`there is no "${place}"`, `List what there is: ${commands.library()}`);
  if (second !== undefined)
    throw new UsageError(
      `"${place}" is in several collections`,
      `Name one: ${found.map(({ collection, document }) => `${collection}/${document}`).join(', ')}`,
    );
  const { isOwn, ...removal } = first;
  if (!isOwn) throw new EnvironmentError(`"${removal.collection}" belongs to all users`, 'Leave out --user.');
  return removal;
}

interface Addition {
  /** Null: everybody's. */
  readonly user: string | null;
  /** Left out: the name of the folder, or `Uploads`. */
  readonly to: string | undefined;
  readonly conflict: UploadConflict;
}

interface AddedToLibrary {
  readonly stored: readonly StoredUpload[];
  readonly refused: readonly { readonly path: string; readonly reason: string }[];
}

/** Where loose files and pages go. */
const UPLOADS = 'Uploads';

/** Files, folders and pages; what is refused does not hold up the rest. @throws {UsageError} for a place that is not there */
async function addToLibrary(
  context: CommandContext,
  places: readonly string[],
  { user, to, conflict }: Addition,
): Promise<AddedToLibrary> {
  const library = await (await context.tools()).openLibrary();
  const [stored, refused]: [StoredUpload[], { path: string; reason: string }[]] = [[], []];
  const take = async (path: string, store: () => Promise<StoredUpload>): Promise<void> => {
    context.signal.throwIfAborted();
    try {
      stored.push(await store());
    } catch (error) {
      if (!(error instanceof UploadRefusedError)) throw error;
      refused.push({ path, reason: error.message });
    }
  };
  for (const place of places) {
    if (/^https?:\/\//i.test(place)) {
      const page = { user, collection: to ?? UPLOADS, address: place, conflict };
      await take(place, () => library.storePage(page, context.signal));
      continue;
    }
    const { collection, files } = await filesAt(place);
    for (const { file, path } of files) {
      const upload = () => ({ user, collection: to ?? collection, path, content: createReadStream(file), conflict });
      await take(file, () => library.store(upload()));
    }
  }
  return { stored, refused };
}

interface FoundFiles {
  readonly collection: string;
  readonly files: readonly { readonly file: string; readonly path: string }[];
}

async function filesAt(place: string): Promise<FoundFiles> {
  const stats = await stat(place).catch(() => null);
  if (stats === null) throw new UsageError(`${place} does not exist`);
  if (!stats.isDirectory()) return { collection: UPLOADS, files: [{ file: place, path: basename(place) }] };
  const root = resolve(place);
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .map((file) => ({ file, path: relative(root, file).split(sep).join('/') }))
    // What folders hold beside their documents is not named one by one.
    .filter(({ path }) => path.split('/').every((part) => !part.startsWith('.') && part !== 'node_modules'))
    .sort((first, second) => (first.path < second.path ? -1 : 1));
  return { collection: basename(root), files };
}
