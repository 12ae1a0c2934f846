from django.db import models

GENRES = [(name.lower(), name) for name in ("Novel", "Poetry", "Science", "History", "Travel", "Cooking")]
STATUSES = [(name.lower(), name) for name in ("Open", "Paid", "Shipped", "Returned")]


class Author(models.Model):
    name = models.CharField(max_length=100)
    born = models.DateField(null=True, blank=True)
    website = models.URLField(blank=True)

    class Meta:
        ordering = ("name",)

    def __str__(self) -> str:
        return self.name


class Book(models.Model):
    title = models.CharField(max_length=200)
    slug = models.SlugField()
    author = models.ForeignKey(Author, on_delete=models.CASCADE, related_name="books")
    contributors = models.ManyToManyField(Author, blank=True, related_name="contributions")
    genre = models.CharField(max_length=20, choices=GENRES)
    published = models.DateField()
    price = models.DecimalField(max_digits=7, decimal_places=2, help_text="In euros, with tax.")
    in_print = models.BooleanField(default=True)
    cover = models.FileField(upload_to="covers", blank=True)
    blurb = models.TextField(blank=True)

    class Meta:
        ordering = ("title",)

    def __str__(self) -> str:
        return self.title


class Order(models.Model):
    number = models.CharField(max_length=20, unique=True)
    customer = models.CharField(max_length=100)
    mail = models.EmailField()
    status = models.CharField(max_length=20, choices=STATUSES, default="open")
    placed = models.DateTimeField()
    express = models.BooleanField(default=False)
    remark = models.TextField(blank=True)

    class Meta:
        ordering = ("-placed",)

    def __str__(self) -> str:
        return self.number


class Line(models.Model):
    order = models.ForeignKey(Order, on_delete=models.CASCADE, related_name="lines")
    book = models.ForeignKey(Book, on_delete=models.PROTECT)
    quantity = models.PositiveIntegerField(default=1)
    gift = models.BooleanField(default=False)

    def __str__(self) -> str:
        return f"{self.quantity} x {self.book}"
