"""Pages of shapes as PDF: lines and letters stay lines and letters."""

from builder.pdf.document import Facts, pdf_bytes
from builder.pdf.page import Correction, Layer, Page

__all__ = ["Correction", "Facts", "Layer", "Page", "pdf_bytes"]
