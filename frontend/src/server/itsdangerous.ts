import 'server-only';
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { inflateSync } from 'node:zlib';

/**
 * Verifies what Python's itsdangerous 2.2 URLSafeTimedSerializer signs (sha256, key derivation "django-concat"):
 *
 *     key   = sha256(salt + "signer" + secret)
 *     token = payload "." seconds "." base64url(HMAC-SHA256(key, payload "." seconds))
 *
 * `payload` is base64url JSON, with a leading "." when it was zlib-compressed; `seconds` is a big-endian integer.
 * Nothing here signs: only FastAPI issues sessions.
 */
export type Verdict =
  | { readonly ok: true; readonly payload: unknown; readonly signedAt: number }
  | { readonly ok: false; readonly reason: 'malformed' | 'signature' | 'expired' };

export interface Verifier {
  readonly secret: string;
  readonly salt: string;
  readonly maxAgeSeconds: number;
  /** Unix seconds. */
  readonly now: number;
}

const LONGEST_TOKEN = 4096;
const LARGEST_PAYLOAD_BYTES = 16_384;
const BASE64URL = /^[A-Za-z0-9_-]+$/;
const MALFORMED = { ok: false, reason: 'malformed' } as const;

export function verifyToken(token: string, verifier: Verifier): Verdict {
  const outer = token.length > LONGEST_TOKEN ? undefined : splitAtLastDot(token);
  if (!outer) return MALFORMED;
  const [signed, signature] = outer;
  if (!signatureMatches(signed, signature, verifier)) return { ok: false, reason: 'signature' };
  const inner = splitAtLastDot(signed);
  if (!inner) return MALFORMED;
  const [payload, seconds] = inner;
  const signedAt = readSeconds(seconds);
  const age = verifier.now - signedAt;
  if (!(age >= 0 && age <= verifier.maxAgeSeconds)) return { ok: false, reason: 'expired' };
  return readPayload(payload, signedAt);
}

function splitAtLastDot(text: string): readonly [string, string] | undefined {
  const dot = text.lastIndexOf('.');
  return dot > 0 ? [text.slice(0, dot), text.slice(dot + 1)] : undefined;
}

function signatureMatches(signed: string, signature: string, { secret, salt }: Verifier): boolean {
  if (!BASE64URL.test(signature)) return false;
  const key = createHash('sha256').update(salt).update('signer').update(secret).digest();
  const expected = createHmac('sha256', key).update(signed).digest();
  const given = Buffer.from(signature, 'base64url');
  // The length of a MAC is public, so branching on it tells nothing; timingSafeEqual throws on unequal lengths.
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return false;
  // 32 bytes leave two spare bits in the last character, which Buffer.from ignores: only one spelling may pass.
  return given.toString('base64url') === signature;
}

function readSeconds(encoded: string): number {
  return Number.parseInt(Buffer.from(encoded, 'base64url').toString('hex') || '0', 16);
}

function readPayload(encoded: string, signedAt: number): Verdict {
  const compressed = encoded.startsWith('.');
  try {
    const raw = Buffer.from(compressed ? encoded.slice(1) : encoded, 'base64url');
    const json = compressed ? inflateSync(raw, { maxOutputLength: LARGEST_PAYLOAD_BYTES }) : raw;
    return { ok: true, payload: JSON.parse(json.toString('utf8')), signedAt };
  } catch {
    return MALFORMED;
  }
}
