'use client';
import { type FormEvent, useId, useRef, useState } from 'react';
import { Icon } from '@/components/icon';
import { ApiError } from '@/lib/api/api-error';
import { safeReturnTo } from '@/lib/links';
import styles from './login.module.css';

/** The way in. The address that was asked for survives, with its fragment, and only on this origin. */
export function LoginForm({ returnTo }: { returnTo: string }) {
  const [error, setError] = useState<ApiError | null>(null);
  const [busy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const ids = { password: useId(), error: useId() };
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    const failure = await signIn(field.current?.value ?? '');
    if (failure === null) return window.location.replace(`${safeReturnTo(returnTo)}${window.location.hash}`);
    setBusy(false);
    setError(failure);
    field.current?.select();
  };
  return (
    <form className={styles.form} onSubmit={onSubmit}>
      <label htmlFor={ids.password}>Password</label>
      <input
        ref={field}
        id={ids.password}
        name="password"
        type="password"
        autoComplete="current-password"
        required
        // biome-ignore lint/a11y/noAutofocus: the page has one field, and people come to fill it in.
        autoFocus
        aria-invalid={error !== null}
        aria-describedby={error ? ids.error : undefined}
      />
      <button type="submit" disabled={busy}>
        Sign in
      </button>
      <p id={ids.error} role="alert" className={styles.error}>
        {error ? (
          <>
            <Icon name="error" />
            <span>
              {error.message} {error.hint}
            </span>
          </>
        ) : null}
      </p>
    </form>
  );
}

async function signIn(password: string): Promise<ApiError | null> {
  try {
    const answer = await fetch('/api/auth/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ password }),
    });
    if (answer.ok) return window.isSecureContext ? null : COOKIE_REFUSED;
    return explain(
      ApiError.from(answer.status, await answer.json().catch(() => null)),
      answer.headers.get('retry-after'),
    );
  } catch {
    return ApiError.offline();
  }
}

const COOKIE_REFUSED = new ApiError(
  0,
  'insecure_origin',
  'The password is right, but this browser keeps no session on a plain http address.',
  'Open Glyph over https, or at 127.0.0.1 on the machine itself.',
);

/** The wait in words, where the API named one. */
function explain(error: ApiError, retryAfter: string | null): ApiError {
  if (error.status !== 429 || retryAfter === null) return error;
  return new ApiError(429, error.code, error.message, `Try again in ${retryAfter} seconds.`);
}
