import { beforeEach, describe, expect, it } from 'vitest';
import { ApiError } from './api/api-error';
import { useSession } from './session-store';

beforeEach(() => useSession.setState({ ended: false, remark: null }));

describe('the end of a session', () => {
  it('keeps what is known of it when it is told once more', () => {
    const remark = new ApiError(502, 'not_revoked', 'The API could not be told.', '');
    useSession.getState().end(remark);
    useSession.getState().end();
    expect(useSession.getState()).toMatchObject({ ended: true, remark });
  });
});
