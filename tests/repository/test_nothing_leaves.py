"""Nothing calls home: the model's runtime has telemetry of its own, on by default, which would."""

import os
import subprocess
import sys
from pathlib import Path

EMBED = """
from pathlib import Path
from glyph.embed.local_model import load_local_embedder
load_local_embedder(None, threads=1).embed_query("which port does the tunnel use")
"""


def test_using_the_bundled_model_leaves_no_trace_of_telemetry_in_the_home_folder(tmp_path: Path) -> None:
    # ONNX Runtime's telemetry keeps a device id and a queue of events under ~/.cache, and uploads them.
    plain = {"PATH": os.environ["PATH"], "HOME": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", EMBED], env=plain, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    left = [str(file.relative_to(tmp_path)) for file in tmp_path.rglob("*") if file.is_file()]
    assert left == [], "ORT_DISABLE_TELEMETRY=1 must be in the environment before onnxruntime is imported"
