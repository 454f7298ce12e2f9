import createClient from 'openapi-fetch';
import { useSession } from '@/lib/session-store';
import { ApiError } from './api-error';
import type { paths } from './schema';
import type {
  AssetResult,
  ChunkList,
  DeleteResult,
  DocumentLinks,
  DocumentList,
  DocumentView,
  GenerationList,
  IndexStatus,
  Job,
  JobList,
  MovePlan,
  MoveResult,
  ProblemList,
  RedactionList,
  SaveResult,
  SearchRequest,
  SearchResult,
  TrashList,
  VersionList,
  VersionView,
} from './types';

const api = createClient<paths>({
  baseUrl: '/api',
  credentials: 'same-origin',
  // Looked up at the call: the client would keep the one that stood when this module was loaded.
  fetch: (request) => fetch(request),
});

interface Answer<T> {
  readonly data?: T;
  readonly error?: unknown;
  readonly response: Response;
}

async function unwrap<T>(call: Promise<Answer<T>>): Promise<T> {
  const answer = await call.catch(() => Promise.reject(ApiError.offline()));
  if (answer.data !== undefined) return answer.data;
  if (answer.response.status === 401) useSession.getState().end();
  throw ApiError.from(answer.response.status, answer.error);
}

export function searchCorpus(request: SearchRequest, signal: AbortSignal): Promise<SearchResult> {
  return unwrap(api.POST('/v1/search', { body: request, signal }));
}

export function listDocuments(): Promise<DocumentList> {
  return unwrap(api.GET('/v1/documents'));
}

export function readDocument(path: string): Promise<DocumentView> {
  return unwrap(api.GET('/v1/document', { params: { query: { path } } }));
}

/** The document as the index and every model see it. */
export function readRedacted(path: string): Promise<DocumentView> {
  return unwrap(api.GET('/v1/document', { params: { query: { path, view: 'redacted' } } }));
}

/** Saves over the document whose content hash is `hash`; anything else on disk makes it a `stale_document`. */
export function writeDocument(path: string, text: string, hash: string): Promise<SaveResult> {
  const params = { query: { path }, header: { 'if-match': `"${hash}"` } };
  return unwrap(api.PUT('/v1/document', { params, body: { text } }));
}

export function createDocument(path: string, text: string): Promise<SaveResult> {
  return unwrap(api.POST('/v1/document', { body: { path, text } }));
}

/** What a move would change, links of other documents included; nothing is changed by asking. */
export function planMove(path: string, to: string): Promise<MovePlan> {
  return unwrap(api.POST('/v1/document/move/plan', { body: { path, to, rewrite_links: true } }));
}

/** Moves as planned. A document that has changed since makes it a `stale_document` or a `stale_plan`. */
export function moveDocument(
  { path, to, content_hash, documents }: MovePlan,
  rewriteLinks: boolean,
): Promise<MoveResult> {
  const body = { path, to, rewrite_links: rewriteLinks, documents: rewriteLinks ? documents : [] };
  return unwrap(api.POST('/v1/document/move', { params: { header: { 'If-Match': `"${content_hash}"` } }, body }));
}

/** Puts the document into the trash, from where it can be restored. */
export function deleteDocument(path: string, hash: string): Promise<DeleteResult> {
  const params = { query: { path }, header: { 'If-Match': `"${hash}"` } };
  return unwrap(api.DELETE('/v1/document', { params }));
}

export function listTrash(): Promise<TrashList> {
  return unwrap(api.GET('/v1/trash'));
}

/** Restores to where the document stood, or to another path when that is taken by now. */
export function restoreDocument(id: string, to: string | null): Promise<SaveResult> {
  return unwrap(api.POST('/v1/trash/restore', { body: { id, to } }));
}

export function listVersions(path: string): Promise<VersionList> {
  return unwrap(api.GET('/v1/document/history', { params: { query: { path } } }));
}

export function readVersion(path: string, id: string): Promise<VersionView> {
  return unwrap(api.GET('/v1/document/version', { params: { query: { path, id } } }));
}

export function readLinks(path: string): Promise<DocumentLinks> {
  return unwrap(api.GET('/v1/document/links', { params: { query: { path } } }));
}

/** Stores an image beside a document; the same bytes at the same path are fine. */
export function storeAsset(path: string, image: Blob): Promise<AssetResult> {
  return unwrap(
    api.PUT('/v1/asset', {
      params: { query: { path } },
      // The generated type names the bytes a string.
      body: image as unknown as string,
      bodySerializer: (body: unknown) => body as Blob,
      headers: { 'content-type': image.type },
    }),
  );
}

export function readIndex(): Promise<IndexStatus> {
  return unwrap(api.GET('/v1/index'));
}

export async function startIndexUpdate(): Promise<Job> {
  return (await unwrap(api.POST('/v1/index/update'))).job;
}

export async function startIndexRebuild(): Promise<Job> {
  return (await unwrap(api.POST('/v1/index/rebuild'))).job;
}

export async function startIndexVerify(): Promise<Job> {
  return (await unwrap(api.POST('/v1/index/verify'))).job;
}

/** Makes an earlier generation the active one; it is brought up to the documents first. */
export async function activateGeneration(generation: string): Promise<Job> {
  return (await unwrap(api.POST('/v1/generations/{generation}/activate', { params: { path: { generation } } }))).job;
}

export function listGenerations(): Promise<GenerationList> {
  return unwrap(api.GET('/v1/generations'));
}

export function listJobs(): Promise<JobList> {
  return unwrap(api.GET('/v1/jobs'));
}

export async function cancelJob(id: string): Promise<Job> {
  return (await unwrap(api.POST('/v1/jobs/{job_id}/cancel', { params: { path: { job_id: id } } }))).job;
}

export function listProblems(): Promise<ProblemList> {
  return unwrap(api.GET('/v1/problems'));
}

/** A page of at most 200 documents in path order: the first, or the one behind `after`. */
export function listRedactions(after: string): Promise<RedactionList> {
  return unwrap(api.GET('/v1/redactions', { params: { query: { after } } }));
}

/** The document as it is indexed: the chunks of its text on disk. */
export function readChunks(path: string): Promise<ChunkList> {
  return unwrap(api.GET('/v1/document/chunks', { params: { query: { path } } }));
}

export async function readJob(id: string): Promise<Job> {
  return (await unwrap(api.GET('/v1/jobs/{job_id}', { params: { path: { job_id: id } } }))).job;
}
