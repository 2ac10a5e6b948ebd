import { counted } from '@plumbline/contracts/common/counted';
import type { UploadConflict } from '@plumbline/library/uploads';
import type { Command } from 'commander';
import { commands, examples } from '../../errors/cli-commands.ts';
import { EnvironmentError, UsageError } from '../../errors/failures.ts';
import type { CommandContext, OutputFlags } from '../context/command-context.ts';
import { CommandGroup } from '../context/command-group.ts';
import { ExitCode } from '../context/exit.ts';
import { runCommand } from '../context/run-command.ts';

interface LibraryFlags extends OutputFlags {
  readonly user?: string;
}

interface AddFlags extends LibraryFlags {
  readonly to?: string;
  readonly replace?: boolean;
  readonly keepBoth?: boolean;
}

interface RemoveFlags extends LibraryFlags {
  readonly yes?: boolean;
}

const USER = 'whose uploads, where users of `serve` have tokens of their own (default: what belongs to all)';
const NOTE =
  '\nThese are the documents that `serve` and `mcp` have beside the folders they are started with. To ask them here, give their folder to --corpus.';

/** `library`: documents that are kept in the home, as on the page. Works without Temporal. */
export function addLibraryCommand(program: Command): void {
  const library = program
    .command('library')
    .helpGroup(CommandGroup.Store)
    .description('List, add and remove documents that are kept in the store.')
    .addHelpText('after', NOTE)
    .addHelpText('after', examples('library list', 'library add papers/ notes.pdf', 'library remove papers old.pdf'));
  library
    .command('list')
    .description('List the collections, or the documents of one with what is not read, and why.')
    .argument('[collection]', 'name of a collection')
    .option('--user <name>', USER)
    .option('--json', 'as JSON')
    .action((name: string | undefined, flags: LibraryFlags) =>
      runCommand(flags, (context) =>
        name === undefined ? listCollections(context, flags) : list(context, name, flags),
      ),
    );
  addChanging(library);
}

function addChanging(library: Command): void {
  library
    .command('add')
    .description('Add files, folders, ZIP archives and pages of the web.')
    .argument('<places...>', 'paths, and addresses of pages')
    .option('--to <collection>', 'collection to add to (default: the name of the folder, or Uploads)')
    .option('--replace', 'in place of documents of the same names with other content')
    .option('--keep-both', 'beside documents of the same names, with a number')
    .option('--user <name>', USER)
    .option('--json', 'as JSON')
    .addHelpText('after', '\nExit code 3: something was not taken; the rest was.')
    .action((places: string[], flags: AddFlags) => runCommand(flags, (context) => add(context, places, flags)));
  library
    .command('remove')
    .description('Remove a document, or a whole collection.')
    .argument('<collection>', 'name of a collection')
    .argument('[document]', 'path within the collection')
    .option('--yes', 'do not ask')
    .option('--user <name>', USER)
    .option('--json', 'as JSON')
    .action((collection: string, document: string | undefined, flags: RemoveFlags) =>
      runCommand(flags, (context) => remove(context, collection, document, flags)),
    );
}

async function listCollections(context: CommandContext, { user = null }: LibraryListing): Promise<ExitCode> {
  const tools = await context.tools();
  const collections = await Promise.all(
    (await tools.collectionsOf(user)).map(async ({ name, directory, isOwn }) => ({
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
  return ExitCode.Done;
}

interface LibraryListing {
  readonly user?: string | null;
}

async function list(context: CommandContext, name: string, { user }: LibraryFlags): Promise<ExitCode> {
  const { documentsIn } = await import('../../service/library.ts');
  const [tools, collection] = [await context.tools(), await collectionNamed(context, name, user)];
  const settings = { sources: { documents: new Map(), catalogues: new Map(), web: null } };
  const documents = await documentsIn({ tools, settings }, collection);
  context.output.result({ documents }, () =>
    documents
      .map(({ path, state, format, language, pages, reason }) => {
        const facts = [state, format, language, pages === null ? null : counted(pages, 'page'), reason];
        return `${path}  ${facts.filter((fact) => fact !== null).join(' · ')}`;
      })
      .join('\n'),
  );
  return ExitCode.Done;
}

/** @throws {UsageError} */
async function collectionNamed(context: CommandContext, name: string, user: string | undefined) {
  const found = (await (await context.tools()).collectionsOf(user ?? null)).find((each) => each.name === name);
  if (found !== undefined) return found;
  throw new UsageError(`there is no collection "${name}"`, `List them: ${commands.library()}`);
}

async function add(context: CommandContext, places: readonly string[], flags: AddFlags): Promise<ExitCode> {
  const { addToLibrary } = await import('../runs/library-adding.ts');
  const { replace = false, keepBoth = false, user = null, to } = flags;
  if (replace && keepBoth) throw new UsageError('--replace and --keep-both exclude each other');
  const conflict: UploadConflict = replace ? 'replace' : keepBoth ? 'keep-both' : 'refuse';
  const outcome = await addToLibrary(context, places, { user, to, conflict });
  context.output.result(outcome, () =>
    [
      ...outcome.stored.map(({ collection, path, outcome: what }) => `${collection}/${path}  ${what}`),
      ...outcome.refused.map(({ path, reason }) => `${path}  not taken: ${reason}`),
    ].join('\n'),
  );
  return outcome.refused.length === 0 ? ExitCode.Done : ExitCode.Environment;
}

async function remove(
  context: CommandContext,
  collection: string,
  document: string | undefined,
  { user, yes = false }: RemoveFlags,
): Promise<ExitCode> {
  const { isConfirmed } = await import('../context/confirmation.ts');
  const { isOwn } = await collectionNamed(context, collection, user);
  if (!isOwn) throw new EnvironmentError(`"${collection}" belongs to all users`, 'Leave out --user.');
  const what =
    document === undefined ? `The collection ${collection} with all its documents` : `${collection}/${document}`;
  if (!(await isConfirmed(context, yes, what))) return ExitCode.Done;
  const library = await (await context.tools()).openLibrary();
  if (document === undefined) await library.removeCollection(user ?? null, collection);
  else await library.remove(user ?? null, collection, document);
  context.output.result({ collection, document: document ?? null }, () => 'Removed.');
  return ExitCode.Done;
}
