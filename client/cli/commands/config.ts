import { existsSync } from 'node:fs';
import type { Command, Option } from 'commander';
import { example, UsageError } from '../../errors/failures.ts';
import { type CommandContext, currentHost } from '../context/command-context.ts';
import { acting } from '../context/command.ts';
import { toPlainLine, layoutTable } from '../terminal/text-layout.ts';

const NOTE = `
What wins: an option, then the environment, then the file of the store, then plumbline.yml of this folder. That one sets no
endpoint, storage, web host or message to others before you trust it.`;

export function addConfigCommand(program: Command): void {
  const config = program
    .command('config')
    .description('Show each setting, its value and where it comes from; of secrets only whether they are set.')
    .option('--unset', 'also what is not set, with its default and meaning')
    .option('--json', 'as JSON')
    .addHelpText('after', example('config', NOTE))
    .action(acting(show));
  config
    .command('trust')
    .description('Let plumbline.yml of this folder set everything, as long as it says what it says now.')
    .addHelpText('after', example('config trust'))
    .action(acting(trust));
}

async function show(
  context: CommandContext,
  { unset: withUnset = false }: { readonly unset?: boolean },
): Promise<void> {
  const { configFiles } = await context.tools();
  const settings = configFiles.describe();
  const shown = settings.filter(({ value }) => withUnset || value !== null);
  const files = { home: context.config.home, file: configFiles.path };
  const rows = shown.map(({ place, value, otherwise, from, variable, meaning }) => {
    const origin = from === 'environment' ? `environment (${variable ?? place})` : from;
    const text = toPlainLine(value ?? (otherwise === '' ? '–' : otherwise));
    return withUnset ? [place, text, origin, variable ?? '', meaning] : [place, text, origin];
  });
  const head = ['SETTING', 'VALUE', 'FROM', ...(withUnset ? ['VARIABLE', 'MEANING'] : [])];
  const columns = (withUnset ? null : context.shownColumns) ?? Number.POSITIVE_INFINITY;
  context.output.result({ ...files, settings: shown }, () => [
    `Store: ${files.home}`,
    `File:  ${files.file}${existsSync(files.file) ? '' : ' (not there yet; `npx plumbline init` writes it)'}`,
    '',
    ...(rows.length === 0 ? ['Nothing is set. All settings: --unset'] : layoutTable([head, ...rows], columns)),
  ]);
}

async function trust(context: CommandContext): Promise<void> {
  const path = (await context.tools()).configFiles.trust(process.cwd());
  if (path === null) throw new UsageError('this folder has no plumbline.yml', 'Go to the folder that has one.');
  context.output.result({ trusted: path }, () => `${path} may set everything now. A change needs your trust again.`);
}

export function addInitCommand(program: Command): void {
  program
    .command('init')
    .description('Set up documents, model, search by meaning, scans and the place of the store, by five questions.')
    .option('--yes', 'do not ask: this folder, and what is found on this machine')
    .option('--json', 'what was written as JSON')
    .addHelpText(
      'after',
      example('init', '\nIt writes plumbline.yml, which names variables of keys and never holds a key.'),
    )
    .action(
      acting(async (context, { yes = false }: { readonly yes?: boolean }) =>
        (await import('../options/initial-config.ts')).initialise(context, yes),
      ),
    );
}

export function addCompletionCommand(program: Command): void {
  program
    .command('completion')
    .description('Print the script that completes commands, options and ids in a shell.')
    .argument('<shell>', 'bash, zsh or fish')
    .argument('[words...]', 'with `words` instead of a shell: what is typed so far; prints what may follow')
    .addHelpText(
      'after',
      example(
        'completion bash',
        '\nbash, zsh: eval "$(plumbline completion bash)"; fish: plumbline completion fish | source',
      ),
    )
    .action(
      acting(async (context, shell: string, words: string[]) => {
        const script = shell === 'words' ? (await completionsOf(context, program, words)).join('\n') : scriptFor(shell);
        currentHost().streams.stdout.write(script === '' ? '' : `${script}\n`);
      }),
    );
}

/** The newest. */
const MOST_IDS = 100;

interface KnownIds {
  tools(): Promise<{
    readonly runs: { list(): Promise<readonly { readonly researchId: string }[]> };
    readonly conversations: { list(): Promise<readonly { readonly sessionId: string }[]> };
  }>;
}

/** Where nothing is found, the shell completes files. */
const SCRIPTS: Readonly<Record<string, string>> = {
  bash: `_plumbline() {
  local IFS=$'\\n'
  COMPREPLY=($(compgen -W "$(plumbline completion words -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _plumbline plumbline`,
  zsh: `#compdef plumbline
_plumbline() {
  local -a found
  found=("\${(@f)$(plumbline completion words -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ -n "\${found[*]}" ]]; then compadd -- "\${found[@]}"; else _files; fi
}
compdef _plumbline plumbline`,
  fish: `function __plumbline
  set -l found (plumbline completion words -- (commandline -opc)[2..-1] (commandline -ct) 2>/dev/null)
  if test -n "$found"
    printf '%s\\n' $found
  else
    __fish_complete_path (commandline -ct)
  end
end
complete -c plumbline -f -a '(__plumbline)'`,
};

/** @throws {UsageError} for another shell */
function scriptFor(shell: string): string {
  const script = SCRIPTS[shell];
  if (script === undefined) throw new UsageError(`there is no script for ${shell}`, 'There is bash, zsh and fish.');
  return script;
}

/**
 * What may follow, by the definitions of the commands.
 *
 * @param words after the program's name; the last one is being typed
 */
export async function completionsOf(
  context: KnownIds,
  program: Command,
  words: readonly string[],
): Promise<readonly string[]> {
  const typed = words.at(-1) ?? '';
  const before = words.slice(0, -1);
  const command = before.reduce<Command>((found, word) => partOf(found, word) ?? found, program);
  const matching = (all: readonly string[]): string[] => all.filter((each) => each.startsWith(typed));
  const last = command.options.find(({ long, short }) => long === before.at(-1) || short === before.at(-1));
  if (last !== undefined && takesValue(last)) {
    if (/^<(?:id|entry|share)>$/u.test(last.flags.split(' ').at(-1) ?? '')) return matching(await idsIn(context));
    return matching(last.argChoices ?? []);
  }
  if (typed.startsWith('-')) return matching([...command.options.flatMap(({ long }) => long ?? []), '--help']);
  if (command.commands.length > 0) return matching(command.commands.map((each) => each.name()));
  const takesId = command.registeredArguments.some((each) => /^(?:id|report)$/u.test(each.name()));
  return takesId ? matching(await idsIn(context)) : [];
}

const partOf = (command: Command, word: string): Command | undefined =>
  command.commands.find((each) => each.name() === word);

const takesValue = ({ required, optional }: Option): boolean => required || optional;

async function idsIn(context: KnownIds): Promise<string[]> {
  const { conversations, runs } = await context.tools();
  const sessions = await conversations.list();
  return [
    ...(await runs.list()).slice(0, MOST_IDS).map(({ researchId }) => researchId),
    ...sessions.slice(0, MOST_IDS).map(({ sessionId }) => sessionId),
  ];
}
