import type { TaxonomyTheme } from '../../../workflows/contracts/briefing-canon.ts';
import { slugSchema } from '../../../workflows/contracts/briefing-settings.ts';
import { BriefingFileError } from '../folder/briefing-file-error.ts';
import { type CanonLine, listEntry, readableLines, sectionHeading } from './canon-text.ts';
import { slugOf } from './slug.ts';

const MARKED_ID = /^([a-z0-9]+(?:-[a-z0-9]+)*):[ \t]+(\S.*)$/u;
const FIELD = /^(tags?|actors?):(.*)$/iu;

interface Section {
  readonly line: number;
  readonly id: string;
  readonly title: string;
  readonly tags: string[];
  readonly actors: string[];
}

/** Themes are headings of the second level; `- Tags:` and `- Actors:` below belong to them. @throws {BriefingFileError} with all faults */
export function parseTaxonomy(file: string, text: string): TaxonomyTheme[] {
  const faults: string[] = [];
  const sections: Section[] = [];
  const fault = (line: number, message: string) => faults.push(`${file}:${line}: ${message}`);
  for (const line of readableLines(file, text)) {
    const heading = sectionHeading(line.text);
    if (heading !== undefined) openSection(sections, heading, line, fault);
    else readField(sections.at(-1), line, fault);
  }
  if (sections.length === 0)
    fault(1, 'has no theme; write each under a heading like ## grid-storage: Storage in grids');
  if (faults.length > 0) throw new BriefingFileError(faults);
  return sections.map(({ id, title, tags, actors }) => ({ id, title, tags, actors }));
}

type Fault = (line: number, message: string) => void;

function openSection(sections: Section[], heading: string, { number }: CanonLine, fault: Fault): void {
  const [, id = slugOf(heading), title = heading] = MARKED_ID.exec(heading) ?? [];
  const other = sections.find((section) => section.id === id);
  if (!slugSchema.safeParse(id).success) {
    fault(number, `no id can be made of "${heading}"; write one before it, like ## grid-storage: ${heading}`);
  } else if (other !== undefined) fault(number, `${id} is the id of the theme in line ${other.line}, too`);
  sections.push({ line: number, id, title, tags: [], actors: [] });
}

function readField(section: Section | undefined, { number, text }: CanonLine, fault: Fault): void {
  const [, name, list = ''] = FIELD.exec((listEntry(text) ?? '').replaceAll('**', '')) ?? [];
  if (name === undefined) return;
  if (section === undefined) return fault(number, `${name} stands above the first heading of a theme`);
  const values = list
    .split(',')
    .map((value) => value.trim())
    .filter((value) => value !== '');
  if (/^actor/iu.test(name)) {
    section.actors.push(...values);
    return;
  }
  for (const tag of values) {
    const { error } = slugSchema.safeParse(tag);
    if (error !== undefined) fault(number, `tag "${tag}": ${error.issues[0]?.message ?? error.message}`);
  }
  section.tags.push(...values);
}
