import { counted } from '@plumbline/contracts/common/counted';
import type { Command } from 'commander';
import type { DocumentReading } from '../../../workers/assembly/document-tools.ts';
import { examples } from '../../errors/cli-commands.ts';
import { EnvironmentError } from '../../errors/failures.ts';
import type { CommandContext, OutputFlags } from '../context/command-context.ts';
import { CommandGroup } from '../context/command-group.ts';
import { ExitCode } from '../context/exit.ts';
import { runCommand } from '../context/run-command.ts';

interface ReadFlags extends OutputFlags {
  readonly leftOut?: boolean;
}

/** `read`: shows the text that is stored of a document, and what of it is not read. */
export function addReadCommand(program: Command): void {
  program
    .command('read')
    .helpGroup(CommandGroup.Look)
    .description('Show the text that a run reads of a file or a web page, and say what of it is not read.')
    .argument('<document>', 'path of a file, also within a ZIP archive, or address of a page')
    .option('--left-out', 'show what is not read, as far as the format tells')
    .option('--quiet', 'the text alone')
    .option('--json', 'as JSON')
    .addHelpText('after', examples('read manual.pdf', 'read manuals.zip/pump.docx', 'read page.html --left-out'))
    .addHelpText('after', '\nExit code 3: it cannot be read.')
    .action((document: string, flags: ReadFlags) => runCommand(flags, (context) => read(context, document, flags)));
}

async function read(context: CommandContext, place: string, { leftOut = false }: ReadFlags): Promise<ExitCode> {
  const { output, signal } = context;
  const tools = await context.tools();
  const reading = await tools.readDocument(place, signal, (line) => output.progress(line));
  signal.throwIfAborted();
  if (!reading.isRead) throw new EnvironmentError(`${place} cannot be read: ${reading.reason}.`);
  output.progress(describe(reading));
  if (reading.note !== null) output.notice(`note: ${reading.note}`);
  output.result(reading, () => (leftOut ? leftOutOf(reading) : reading.text));
  return ExitCode.Done;
}

function leftOutOf({ leftOut, note, format }: DocumentReading & { isRead: true }): string {
  if (leftOut.length > 0) return leftOut.join('\n\n');
  return note === null ? 'Nothing is left out.' : `What the note says cannot be shown of this format (${format}).`;
}

/** `Pump manual · pdf · en · 12 pages · 2024-05-06` */
function describe({ title, format, language, pages, publishedAt }: DocumentReading & { isRead: true }): string {
  return [
    title,
    format,
    language,
    ...(pages === null ? [] : [counted(pages, 'page')]),
    ...(publishedAt === null ? [] : [publishedAt.slice(0, 10)]),
  ].join(' · ');
}
