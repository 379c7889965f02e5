export { NOTICE_KINDS, type NoticeDraft, type NoticeKind, writeNotice } from './notice.ts';
