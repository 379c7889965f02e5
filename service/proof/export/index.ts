export { createExport, csvBomOf } from './create.ts';
export {
  definitionOf,
  downloadsOf,
  EXPORTED,
  type ExportDefinition,
  findExport,
  termsOf,
} from './definition.ts';
export { type Download, fileNameOf, openDownload } from './download.ts';
export { type LinkQuery, linkQuery, readLink, refuseExpired } from './link.ts';
export { Renderings } from './rendering.ts';
export { EXPORT_FORMATS, type ExportFormat } from './source.ts';
