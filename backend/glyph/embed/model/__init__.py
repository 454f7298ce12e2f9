"""The bundled model: its vocabulary, its weights, and the graph that runs them."""
