/** `assize evidence export`: writes the same export as the API to a file, without a key. */

import { createWriteStream } from 'node:fs';
import { rename, rm, unlink } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { VERIFIER_NAME } from '../../documents/verifier-file.ts';
import { OPERATOR } from '../../evidence/changes/index.ts';
import { ARTIFACT_TYPES } from '../../evidence/index.ts';
import { requireOrder } from '../../evidence/search/index.ts';
import {
  createExport,
  csvBomOf,
  type Download,
  EXPORT_FORMATS,
  type ExportDefinition,
  type ExportFormat,
  fileNameOf,
  openDownload,
} from '../../proof/export/index.ts';
import type { ChainRun, ServiceCommand } from '../command.ts';
import { moment } from '../options.ts';
import { progressBar } from '../progress.ts';
import { writeNewFile } from '../terminal.ts';

interface ExportOptions {
  format: ExportFormat;
  from?: number;
  to?: number;
  type?: string[];
  out?: string;
  overwrite?: boolean;
  bom?: boolean;
}

export function exportCommand(evidence: ServiceCommand): void {
  evidence
    .command('export')
    .onChain('whose chain')
    .description('write the evidence of a chain, or part of it, to a file')
    .choice('--format <format>', 'json verifies itself', EXPORT_FORMATS, { isRequired: true })
    .option('--from <time>', 'recorded at this time or later', moment)
    .option('--to <time>', 'recorded before this time', moment)
    .choice('--type <type...>', 'only these types', ARTIFACT_TYPES)
    .option('--bom', 'begin the CSV with a byte order mark, so that Excel reads it as UTF-8')
    .option('--out <file>', 'default: assize-<chain>-<day>.<format> in this folder')
    .option('--overwrite', 'replace an existing file')
    .json()
    .runOnChain(exportToFile, { json: toJson, lines: sentencesOf });
}

interface Written {
  definition: ExportDefinition;
  file: string;
  bytes: number;
}

async function exportToFile({ service, chain, options }: ChainRun<ExportOptions>): Promise<Written> {
  const { from = null, to = null, type = null, format } = options;
  requireOrder(from ?? undefined, to ?? undefined, ['--to']);
  const bom = csvBomOf(format, options.bom, ['--bom']);
  const filter = { from, to, artifactTypes: type === null ? null : [...new Set(type)], ...bom };
  const definition = await createExport(service, chain, { format, filter, createdBy: OPERATOR });
  const file = path.resolve(options.out ?? fileNameOf(definition));
  // Creates the file first, so that no other file is replaced.
  if (!options.overwrite) await writeNewFile(file, '', { overwrite: false });
  try {
    const download = await openDownload(service, definition, OPERATOR);
    const bytes = await write(download, file, definition, options.json !== true);
    return { definition, file, bytes };
  } catch (error) {
    if (!options.overwrite) await unlink(file);
    throw error;
  }
}

/** Writes under another name until the file is whole and on disk. */
async function write(
  { content, ended }: Download,
  file: string,
  { export_id, artifact_count }: ExportDefinition,
  showsProgress: boolean,
): Promise<number> {
  const partial = `${file}.${export_id}`;
  const bar = showsProgress ? progressBar('artifacts') : null;
  content.on('data', () => bar?.show(content.artifacts, artifact_count));
  try {
    await pipeline(content, createWriteStream(partial, { flags: 'wx', flush: true }));
    await rename(partial, file);
  } catch (error) {
    await Promise.allSettled([ended(false), rm(partial, { force: true })]);
    throw error;
  } finally {
    bar?.end();
  }
  await ended(true);
  return content.bytes;
}

function sentencesOf({ definition, file, bytes }: Written): string[] {
  const { artifact_count, size, format, export_id } = definition;
  const lines = [
    `Wrote ${artifact_count} artifacts to ${file} (${sizeText(bytes)}).`,
    `It is export ${export_id}, of the first ${size} artifacts of the chain, as a signed checkpoint states them.`,
  ];
  if (format === 'json')
    lines.push(
      '',
      'Anyone can check it without this service, using the one file that `assize evidence verifier` writes:',
      '',
      `  node ${VERIFIER_NAME} ${file}`,
    );
  return lines;
}

function toJson({ definition, file, bytes }: Written) {
  return {
    export_id: definition.export_id,
    format: definition.format,
    artifact_count: definition.artifact_count,
    tree_size: definition.size,
    checkpoint: definition.checkpoint,
    file,
    bytes,
  };
}

function sizeText(bytes: number): string {
  return bytes < 1e6 ? `${(bytes / 1e3).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
